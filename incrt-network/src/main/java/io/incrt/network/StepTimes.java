package io.incrt.network;

import io.incrt.data.Corpus;
import io.incrt.data.OrderTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a training step costs: of a network that was grown, with and without the Homeostat watching,
 * and of one that had its number of heads with all their dimensions from the start. The three take
 * turns, so that whatever else the machine does meets them alike.
 */
public final class StepTimes {

  private static final int WARM_UP = 5;

  private StepTimes() {}

  /**
   * Medians in milliseconds.
   *
   * @param watched the grown network with the Homeostat
   * @param unwatched the same without it
   * @param fixed as many heads with all dimensions, made at once
   * @param dimensions the key dimensions of the grown heads
   */
  public record Medians(double watched, double unwatched, double fixed, List<Integer> dimensions) {}

  /**
   * Grows a network and measures.
   *
   * @param width d
   * @param heads K
   * @param length the tokens of a sequence
   * @param batch the sequences of a batch
   * @param rounds steps of each to take the median of; whole tens, so that checks get their share
   * @param device where to compute
   * @param changes settings of the measured networks that differ from the defaults
   */
  public static Medians measure(
      int width,
      int heads,
      int length,
      int batch,
      int rounds,
      Device device,
      Map<String, String> changes) {
    device.require();
    Corpus corpus = new OrderTask(16, length, 50, 4 * batch, 10).generate(1);
    Map<String, String> sizes = new TreeMap<>();
    sizes.put("network.width", String.valueOf(width));
    sizes.put("training.batchSize", String.valueOf(batch));
    sizes.put("training.steps", "1000000");
    sizes.putAll(changes);
    RunSettings base = Settings.with(RunSettings.defaults(), sizes);
    RunSettings growing =
        Settings.with(
            base,
            Map.of(
                "homeostat.tau", "0.001",
                "homeostat.width.dwell", "1",
                "homeostat.width.pruneAfter", "1000000",
                "homeostat.checkEvery", "1",
                "homeostat.observeEvery", "1",
                "homeostat.gate.kind", "EXACT",
                "homeostat.depth.enabled", "false"));
    RunSettings resting =
        Settings.with(
            base, Map.of("homeostat.tau", "1000", "homeostat.width.pruneAfter", "1000000"));
    RunSettings fixed =
        Settings.with(
            base, Map.of("homeostat.enabled", "false", "network.heads", String.valueOf(heads)));
    Shape shape = ModelFolder.shape(corpus, base);
    TrainingData data =
        TrainingData.of(
            Encoded.of(corpus.train(), corpus.tokenizer(), corpus.labels(), shape.maxLength()));
    Trainer.Position grown;
    Map<String, HostTensor> tensors;
    try (Trainer trainer = new Trainer(shape, data, growing, device)) {
      while (trainer.network().layers().get(0).heads().size() < heads) {
        trainer.advance();
      }
      grown = trainer.position();
      tensors = trainer.tensors();
    }
    Trainer.Position alone =
        new Trainer.Position(
            grown.step(), grown.epoch(), grown.nextBatch(), grown.architecture(), null);
    try (Trainer watched = new Trainer(shape, data, resting, device, grown, tensors);
        Trainer unwatched = new Trainer(shape, data, fixed, device, alone, tensors);
        Trainer still = new Trainer(shape, data, fixed, device)) {
      List<Trainer> turns = List.of(watched, unwatched, still);
      double[][] times = new double[turns.size()][rounds];
      for (int round = -WARM_UP; round < rounds; round++) {
        for (int i = 0; i < turns.size(); i++) {
          long start = System.nanoTime();
          turns.get(i).advance();
          device.await();
          if (round >= 0) {
            times[i][round] = (System.nanoTime() - start) / 1e6;
          }
        }
      }
      List<Integer> dimensions = new ArrayList<>();
      watched
          .network()
          .architecture()
          .layers()
          .forEach(layer -> layer.heads().forEach(head -> dimensions.add(head.dimensions())));
      return new Medians(
          averageOfTens(times[0]), averageOfTens(times[1]), averageOfTens(times[2]), dimensions);
    }
  }

  /** The median of the means over ten steps each: every ten steps have one check in them. */
  private static double averageOfTens(double[] times) {
    double[] means = new double[times.length / 10];
    for (int i = 0; i < means.length; i++) {
      means[i] = Arrays.stream(times, 10 * i, 10 * i + 10).average().orElseThrow();
    }
    Arrays.sort(means);
    return means[means.length / 2];
  }
}
