package io.incrt.bench.measure;

import io.incrt.bench.measure.MeasuredSteps.Size;
import java.util.List;
import java.util.Map;

/** What the hashed table of the n-gram path adds to a step. */
public final class NgramTimes {

  /** So many that a batch finds few of its rows in a cache. */
  private static final int BATCHES = 64;

  private static final int WARM_UP = 20;

  private NgramTimes() {}

  /**
   * Medians in milliseconds, in turns.
   *
   * @param without a step without the table
   * @param with the same with it
   */
  public record Pair(double without, double with) {}

  /** Steps without the Homeostat, with a table and without. */
  public static Pair measure(Size size, int rows, int rounds) {
    try (MeasuredSteps without = new MeasuredSteps(size, Map.of(), BATCHES);
        MeasuredSteps with =
            new MeasuredSteps(size, Map.of("parts.ngramRows", String.valueOf(rows)), BATCHES)) {
      List<MeasuredSteps> turns = List.of(without, with);
      for (int round = 0; round < WARM_UP; round++) {
        turns.forEach(MeasuredSteps::warmUp);
      }
      for (int round = 0; round < rounds; round++) {
        turns.forEach(MeasuredSteps::round);
      }
      return new Pair(without.times().unwatched(), with.times().unwatched());
    }
  }
}
