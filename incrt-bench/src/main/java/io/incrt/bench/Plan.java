package io.incrt.bench;

import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.bench.measure.Preset;
import io.incrt.bench.scale.ScalePlan;
import io.incrt.bench.serving.ServingPlan;
import io.incrt.settings.RunSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * What a run measures.
 *
 * @param rounds how many measurements a median is of
 * @param steps sizes of training steps
 * @param grown sizes for grown against fixed
 * @param growth sizes for growth events
 * @param prediction sizes for prediction; their batch is that of the throughput
 * @param latencies how many single predictions p50 and p99 are of
 * @param starts how often the command is started
 * @param memory sizes for memory
 * @param law where the cost law is measured around
 * @param ngrams sizes for what a table of n-grams adds
 * @param ngramRows the rows of that table
 * @param judging tasks for what judging takes of a run
 * @param judgedSteps the most steps of such a run
 * @param serving what is measured of the server
 * @param scale what is measured and simulated of several processes
 * @param cacheBytes the bytes of the files that caches are built of
 */
record Plan(
    int rounds,
    List<Size> steps,
    List<Size> grown,
    List<Size> growth,
    List<Size> prediction,
    int latencies,
    int starts,
    List<Size> memory,
    Size law,
    List<Size> ngrams,
    int ngramRows,
    List<String> judging,
    long judgedSteps,
    ServingPlan serving,
    ScalePlan scale,
    long cacheBytes) {

  private static final int DEFAULT_DK = RunSettings.geometry().network().keyDimensions();
  private static final int BATCH = RunSettings.defaults().training().batchSize();
  private static final int NGRAM_ROWS = 1_000_000;
  private static final int PAPER_DK = RunSettings.paper().network().keyDimensions();

  /** Of short texts more than ten million. */
  private static final long CACHE_BYTES = 1_000_000_000;

  /** A batch holds so many tokens. */
  private static final int TOKENS = 4096;

  /** The size whose goals the issue of performance is about. */
  static final Size LARGE = filled(256, 32, 512);

  /** The small one. */
  static final Size SMALL = filled(128, 4, 64);

  /** A batch as the default takes it, of records of sixty letters. */
  static final Size LETTERS = new Size(Preset.DEFAULT, 128, DEFAULT_DK, 4, 60, 1, BATCH);

  /** The same of questions of ten words. */
  static final Size WORDS = new Size(Preset.DEFAULT, 128, DEFAULT_DK, 4, 10, 1, BATCH);

  /** The same of genes, eight letters to a position. */
  static final Size GENES = new Size(Preset.DEFAULT, 128, DEFAULT_DK, 4, 128, 8, BATCH);

  /** What GpuBenchmark measured, as docs/performance.md has it: watched at every step, bfloat16. */
  private static final ScalePlan.Known H200 =
      new ScalePlan.Known(
          "geometry on one NVIDIA H200 (docs/performance.md), d 256, K 32, 512 tokens",
          new Size(256, 64, 32, 512, 2),
          32,
          5.68e-3);

  /** A larger network of the default, of records of 128 tokens. */
  static final Size LONGER = new Size(Preset.DEFAULT, 256, DEFAULT_DK, 8, 128, 1, BATCH);

  /** LARGE with the key dimensions of the default instead of the paper's. */
  static final Size NARROW = new Size(256, DEFAULT_DK, 32, 512, LARGE.batch());

  /** Heads of the preset that has the width: the paper's from 256 on, the default's below. */
  static Size filled(int width, int heads, int length) {
    return new Size(
        width,
        width < RunSettings.paper().network().width() ? DEFAULT_DK : PAPER_DK,
        heads,
        length,
        Math.max(1, TOKENS / length));
  }

  /** Each size of the default's network, then each of attention alone. */
  private static List<Size> both(Size... sizes) {
    List<Size> all = new ArrayList<>();
    for (Preset preset : Preset.values()) {
      for (Size size : sizes) {
        all.add(size.of(preset));
      }
    }
    return all;
  }

  static Plan full() {
    List<Size> steps = new ArrayList<>(List.of(LETTERS, WORDS, GENES));
    for (int length : new int[] {64, 128, 512}) {
      for (int heads : new int[] {1, 4, 8, 32}) {
        steps.add(filled(128, heads, length).of(Preset.DEFAULT));
      }
    }
    steps.add(filled(256, 8, 128).of(Preset.DEFAULT));
    steps.add(LARGE.of(Preset.DEFAULT));
    for (int width : new int[] {128, 256}) {
      for (int length : new int[] {64, 128, 512}) {
        for (int heads : new int[] {1, 4, 8, 32, 96}) {
          steps.add(filled(width, heads, length));
        }
      }
    }
    steps.add(NARROW);
    return new Plan(
        7,
        steps,
        List.of(SMALL.of(Preset.DEFAULT), SMALL, filled(256, 32, 128), LARGE),
        List.of(filled(128, 8, 128).of(Preset.DEFAULT), filled(128, 8, 128), filled(256, 32, 128)),
        both(SMALL, filled(128, 8, 128), LARGE),
        500,
        7,
        List.of(
            SMALL.of(Preset.DEFAULT),
            LARGE.of(Preset.DEFAULT),
            SMALL,
            filled(256, 32, 128),
            NARROW,
            LARGE,
            filled(256, 96, 512)),
        new Size(256, PAPER_DK, 32, 128, 8),
        List.of(LETTERS, WORDS),
        NGRAM_ROWS,
        List.of("builtin:variants", "builtin:order"),
        Long.MAX_VALUE,
        ServingPlan.full(),
        ScalePlan.full(H200, LETTERS, filled(256, 8, 128).of(Preset.DEFAULT)),
        CACHE_BYTES);
  }

  /** A few sizes and few rounds: to see that everything works, not to publish. */
  static Plan quick() {
    return new Plan(
        3,
        both(SMALL, filled(256, 8, 128), LARGE),
        both(SMALL),
        both(filled(128, 8, 128)),
        both(SMALL),
        100,
        2,
        both(SMALL, LARGE),
        new Size(128, DEFAULT_DK, 8, 64, 8),
        List.of(LETTERS, WORDS),
        NGRAM_ROWS,
        List.of("builtin:order"),
        300,
        ServingPlan.quick(),
        ScalePlan.quick(LETTERS),
        CACHE_BYTES / 10);
  }

  /** The sizes of the cost law, each with the name of what varies. */
  List<Results.Point> lawSizes() {
    List<Results.Point> points = new ArrayList<>();
    for (double factor : new double[] {0.125, 0.25, 0.5, 1, 2, 4}) {
      if (law.heads() * factor >= 1 && law.heads() * factor <= 96) {
        points.add(point("K", law.width(), law.heads() * factor, law.length(), law.batch()));
      }
      points.add(point("batch", law.width(), law.heads(), law.length(), law.batch() * factor));
      if (factor >= 0.25) {
        points.add(point("n", law.width(), law.heads(), law.length() * factor, law.batch()));
      }
      if (factor >= 0.25 && factor <= 2) {
        points.add(point("d", law.width() * factor, law.heads(), law.length(), law.batch()));
      }
    }
    return points;
  }

  private Results.Point point(String what, double d, double k, double n, double batch) {
    Size size = new Size((int) d, law.keyDimensions(), (int) k, (int) n, (int) Math.max(1, batch));
    return new Results.Point(what, size, Double.NaN);
  }
}
