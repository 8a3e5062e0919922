package io.incrt.bench.scale;

import io.incrt.base.Statistics;
import io.incrt.bench.measure.MachineCeilings;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.bench.measure.Preset;
import io.incrt.bench.measure.SharedSteps;
import io.incrt.settings.RunSettings;
import io.incrt.tensor.Libtorch;
import io.incrt.train.group.Collective;
import io.incrt.train.group.GlooGroup;
import io.incrt.train.group.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * One of several real processes, on one thread each. Rank 0 prints what it measured: seconds, a
 * number a line.
 */
public final class RankProbe {

  /** Before each number; Gloo prints lines of its own. */
  static final String SECONDS = "seconds ";

  private static final int PATIENCE_SECONDS = 120;

  /** A sum of little is over soon, and of much tells enough. */
  private static final int MOST_SUMS = 200;

  private static final double SUMMED_BYTES = 1 << 26;

  private RankProbe() {}

  /**
   * Takes rank, processes, port, then {@code sum BYTES…}, or {@code steps} or {@code aside} with
   * the number of steps, the preset, d, d_k, K, n, the tokens of a position, the batch, and how
   * many steps come before those.
   */
  public static void main(String[] args) {
    int rank = Integer.parseInt(args[0]);
    int size = Integer.parseInt(args[1]);
    MachineCeilings.threads(1);
    try (Collective group = join(rank, size, Integer.parseInt(args[2]))) {
      int[] numbers = new int[args.length];
      for (int i = 4; i < args.length; i++) {
        numbers[i] = i == 5 && !args[3].equals("sum") ? 0 : Integer.parseInt(args[i]);
      }
      List<Double> seconds =
          switch (args[3]) {
            case "sum" -> sums(group, numbers);
            case "aside" -> steps(group, Collective.ALONE, size(args[5], numbers), numbers);
            default -> steps(group, group, size(args[5], numbers), numbers);
          };
      if (rank == 0) {
        seconds.forEach(one -> System.out.printf(Locale.ROOT, SECONDS + "%.9f%n", one));
      }
    }
  }

  private static Collective join(int rank, int size, int port) {
    return size == 1
        ? Collective.ALONE
        : GlooGroup.join(
            new Member(
                rank, size, "127.0.0.1", port, 0, false, Duration.ofSeconds(PATIENCE_SECONDS)));
  }

  private static Size size(String preset, int... numbers) {
    return new Size(
        Preset.valueOf(preset),
        numbers[6],
        numbers[7],
        numbers[8],
        numbers[9],
        numbers[10],
        numbers[11]);
  }

  private static List<Double> sums(Collective group, int... bytes) {
    Libtorch.load();
    List<Double> seconds = new ArrayList<>();
    for (int i = 4; i < bytes.length; i++) {
      long count = Math.max(1, bytes[i] / Float.BYTES);
      int times = (int) Math.max(6, Math.min(MOST_SUMS, SUMMED_BYTES / bytes[i]));
      double[] each = new double[times];
      for (int j = -3; j < times; j++) {
        long start = System.nanoTime();
        Libtorch.scoped(
            () -> {
              group.sum(new TensorVector(torch.ones(count)));
              return null;
            });
        if (j >= 0) {
          each[j] = (System.nanoTime() - start) / 1e9;
        }
      }
      seconds.add(Statistics.median(each));
    }
    return seconds;
  }

  /**
   * Steps of a trainer, all processes beginning together.
   *
   * @param trained who trains jointly; alone, the processes only run at the same time
   */
  private static List<Double> steps(
      Collective group, Collective trained, Size size, int... numbers) {
    List<Double> seconds = new ArrayList<>();
    int every = RunSettings.defaults().homeostat().checkEvery();
    try (SharedSteps steps = new SharedSteps(size, trained, every)) {
      for (int i = 0; i < numbers[12]; i++) {
        steps.step();
      }
      group.any(false);
      // Whole rounds from check to check, each with as many checks.
      for (int i = 0; i < numbers[4]; i++) {
        seconds.add(steps.step().seconds());
      }
      group.any(false);
    }
    return seconds;
  }
}
