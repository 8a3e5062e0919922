package io.incrt.bench.measure;

import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.settings.RunSettings;
import io.incrt.train.group.Collective;
import io.incrt.train.group.GlooGroup;
import io.incrt.train.group.Member;
import java.util.Locale;

/**
 * Training steps of one of several processes that train jointly, as {@code RANK} and the like say,
 * or of one alone. Rank 0 prints the milliseconds of each step.
 */
public final class RankSteps {

  /** Before each number; Gloo prints lines of its own. */
  public static final String MILLISECONDS = "milliseconds ";

  private RankSteps() {}

  /**
   * Takes the threads, preset, d, d_k, K, n, the tokens of a position, the batch of all ranks, the
   * steps that are not counted, and those that are.
   */
  public static void main(String[] args) {
    int[] numbers = new int[args.length];
    for (int i = 0; i < args.length; i++) {
      numbers[i] = i == 1 ? 0 : Integer.parseInt(args[i]);
    }
    Size size =
        new Size(
            Preset.valueOf(args[1]),
            numbers[2],
            numbers[3],
            numbers[4],
            numbers[5],
            numbers[6],
            numbers[7]);
    MachineCeilings.threads(numbers[0]);
    int every = RunSettings.defaults().homeostat().checkEvery();
    try (Collective group =
            Member.of(System.getenv()).<Collective>map(GlooGroup::join).orElse(Collective.ALONE);
        SharedSteps steps = new SharedSteps(size, group, every)) {
      for (int i = 0; i < numbers[8]; i++) {
        steps.step();
      }
      for (int i = 0; i < numbers[9]; i++) {
        double milliseconds = 1e3 * steps.step().seconds();
        if (group.isFirst()) {
          System.out.printf(Locale.ROOT, MILLISECONDS + "%.6f%n", milliseconds);
        }
      }
    }
  }
}
