package io.incrt.train.judge;

import io.incrt.base.Statistics;
import io.incrt.geometry.evidence.Jury;
import io.incrt.geometry.evidence.PartKey;
import io.incrt.geometry.evidence.Worth;
import io.incrt.model.AttentionLayer;
import io.incrt.model.Block;
import io.incrt.model.Head;
import io.incrt.model.Network;
import io.incrt.model.Part;
import io.incrt.model.part.FloorMix;
import io.incrt.objective.Objective;
import io.incrt.tensor.Libtorch;
import io.incrt.train.data.Examples;
import io.incrt.train.update.WeightAverage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;

/**
 * Judges every part of a network by its ablation, on averaged weights: how much the loss of each
 * record rises without it. The network is judged as it is trained, on what the linear model leaves
 * where it learns that, and without the linear model otherwise.
 */
public final class PartJury implements Jury {

  /** Without gradients, larger batches than in training have room, and take less time. */
  private static final int LARGER = 4;

  private final Network network;
  private final Objective objective;
  private final Examples records;
  private final float[][] floors;
  private final int[] chosen;
  private final int batchSize;

  /**
   * A jury of these records.
   *
   * @param added whether the network learns what the linear model leaves
   * @param most the most records to ask; 0 for all
   * @param batchSize that of training
   */
  public PartJury(
      Network network,
      Objective objective,
      Examples records,
      boolean added,
      int most,
      int batchSize) {
    this.network = network;
    this.objective = objective;
    this.records = records.with((float[][]) null);
    this.floors = added ? records.floors() : null;
    this.batchSize = LARGER * batchSize;
    int size = records.size();
    int asked = most == 0 ? size : Math.min(most, size);
    // Records of similar length side by side need little padding.
    this.chosen =
        IntStream.range(0, asked)
            .map(i -> (int) ((long) i * size / asked))
            .boxed()
            .sorted(Comparator.comparingInt(records::positions))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  @Override
  public double entropy() {
    return objective.trivialLoss(records.targets());
  }

  @Override
  public List<Worth> worths(Set<PartKey> removed) {
    Map<PartKey, Judged> parts = judged(network);
    List<Part> gone = new ArrayList<>(besides());
    removed.forEach(key -> gone.add(parts.get(key).part));
    return WeightAverage.with(
        network,
        () -> {
          double[] whole = losses(gone);
          List<Worth> worths = new ArrayList<>();
          for (Map.Entry<PartKey, Judged> entry : parts.entrySet()) {
            if (!removed.contains(entry.getKey())) {
              List<Part> left = new ArrayList<>(gone);
              left.add(entry.getValue().part);
              worths.add(worth(entry.getKey(), entry.getValue(), whole, losses(left)));
            }
          }
          return worths;
        });
  }

  /**
   * The loss of each judge without some parts.
   *
   * @param removed which
   */
  public double[] losses(Set<PartKey> removed) {
    Map<PartKey, Judged> parts = judged(network);
    List<Part> gone = new ArrayList<>(besides());
    removed.forEach(key -> gone.add(parts.get(key).part));
    return WeightAverage.with(network, () -> losses(gone));
  }

  private static Worth worth(PartKey key, Judged part, double[] whole, double[] without) {
    double[] rises = new double[whole.length];
    for (int i = 0; i < rises.length; i++) {
      rises[i] = without[i] - whole[i];
    }
    double error = Statistics.deviation(rises) / Math.sqrt(rises.length);
    return new Worth(key, part.bornAt, part.mustProve, Statistics.mean(rises), error);
  }

  /** The loss of each record. */
  private double[] losses(List<Part> without) {
    List<float[]> outputs =
        Answers.of(
            network,
            records,
            chosen,
            UnaryOperator.identity(),
            batchSize,
            without.toArray(Part[]::new));
    int classes = objective.outputs();
    float[] flat = new float[chosen.length * classes];
    for (int i = 0; i < chosen.length; i++) {
      for (int c = 0; c < classes; c++) {
        flat[i * classes + c] = outputs.get(i)[c] + (floors == null ? 0 : floors[chosen[i]][c]);
      }
    }
    return Libtorch.scoped(
        () ->
            objective.losses(
                Tensor.create(flat, chosen.length, classes), records.targets().batch(chosen)));
  }

  /** What is neither judged nor part of what is judged. */
  private List<Part> besides() {
    return network.blocks().stream()
        .filter(FloorMix.class::isInstance)
        .map(Part.class::cast)
        .toList();
  }

  /**
   * A part that is judged.
   *
   * @param bornAt the step it was born at
   * @param mustProve whether it goes unless it proves itself
   */
  public record Judged(Part part, long bornAt, boolean mustProve) {}

  /** The parts of a network that can prove themselves or fail to, by what they are called. */
  public static Map<PartKey, Judged> judged(Network network) {
    Map<PartKey, Judged> parts = new LinkedHashMap<>();
    for (Block block : network.blocks()) {
      if (block instanceof AttentionLayer layer) {
        for (Head head : layer.heads()) {
          parts.put(PartKey.head(layer.id(), head.id()), new Judged(head, head.bornAt(), true));
        }
      } else if (block.standing() != Block.Standing.FIXED) {
        block
            .stored()
            .ifPresent(
                stored ->
                    parts.put(
                        new PartKey(stored.type(), -1, stored.id()),
                        new Judged(
                            block, stored.bornAt(), block.standing() == Block.Standing.COSTLY)));
      }
    }
    return parts;
  }
}
