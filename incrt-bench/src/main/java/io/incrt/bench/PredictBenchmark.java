package io.incrt.bench;

import io.incrt.Incrt;
import io.incrt.base.Statistics;
import io.incrt.model.Batch;
import io.incrt.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * How many sequences a second a model predicts, beside onnxruntime on the exported file: the same
 * tokens, batches and threads, taking turns in one run. A Markdown table.
 */
public final class PredictBenchmark {

  private static final int ROUNDS = 9;
  private static final int BATCH = 128;
  private static final int BATCHES = 16;

  private PredictBenchmark() {}

  /** Takes model folders. Threads are those of OMP_NUM_THREADS, or all processors. */
  public static void main(String[] folders) throws IOException {
    String wanted = System.getenv("OMP_NUM_THREADS");
    int threads =
        wanted == null ? Runtime.getRuntime().availableProcessors() : Integer.parseInt(wanted);
    System.out.println(
        "| model | heads | tokens | threads | here (sequences/s) | onnxruntime | here / onnxruntime |");
    System.out.println("|---|---|---|---|---|---|---|");
    for (String folder : folders) {
      try (Incrt model = Incrt.load(Path.of(folder), Device.CPU, threads)) {
        for (int length : new int[] {16, 64, 256, 512}) {
          if (length <= model.config().shape().maxLength()) {
            print(model, length, threads);
          }
        }
        if (model.config().shape().maxLength() < 16) {
          print(model, model.config().shape().maxLength(), threads);
        }
      }
    }
  }

  private static void print(Incrt model, int length, int threads) throws IOException {
    Rates rates = measure(model, length, threads, BATCH, ROUNDS);
    long heads = model.architecture().layers().stream().mapToLong(l -> l.heads().size()).sum();
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %d | %d | %.0f | %.0f | %.2f |%n",
        model.predictor().folder().getFileName(),
        heads,
        length,
        threads,
        rates.here,
        rates.there,
        rates.here / rates.there);
  }

  /** Sequences a second, ours and onnxruntime's. */
  record Rates(double here, double there) {}

  /** Medians of rounds in turns, each of 16 batches. */
  static Rates measure(Incrt model, int length, int threads, int batchSize, int rounds)
      throws IOException {
    List<List<Batch.Input>> batches = new ArrayList<>();
    Random random = new Random(1);
    for (int b = 0; b < BATCHES; b++) {
      batches.add(inputs(model, length, batchSize, random));
    }
    List<Batch.Input> all = batches.stream().flatMap(List::stream).toList();
    double[] here = new double[rounds];
    double[] there = new double[rounds];
    try (OnnxRival rival = new OnnxRival(model, threads)) {
      for (int round = -2; round < rounds; round++) {
        double ours = Turns.milliseconds(() -> model.predictor().answersTo(all));
        double theirs =
            Turns.milliseconds(
                () -> {
                  for (List<Batch.Input> batch : batches) {
                    rival.run(batch);
                  }
                });
        if (round >= 0) {
          here[round] = all.size() / (ours / 1e3);
          there[round] = all.size() / (theirs / 1e3);
        }
      }
    }
    return new Rates(Statistics.median(here), Statistics.median(there));
  }

  /** Random sequences of tokens a model knows, with what its linear model might say of them. */
  static List<Batch.Input> inputs(Incrt model, int length, int count, Random random) {
    boolean mixed = model.config().settings().parts().floor().isMixed();
    List<Batch.Input> batch = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int[] tokens = new int[length];
      Arrays.setAll(tokens, j -> 1 + random.nextInt(model.config().shape().vocabulary() - 1));
      float[] floor = mixed ? new float[model.config().shape().classes()] : null;
      for (int c = 0; mixed && c < floor.length; c++) {
        floor[c] = -4 * random.nextFloat();
      }
      batch.add(model.predictor().input(tokens, floor, null));
    }
    return batch;
  }
}
