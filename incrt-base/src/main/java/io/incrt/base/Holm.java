package io.incrt.base;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Holm's correction for several tests: keeps the chance of even one false finding. */
public final class Holm {

  private Holm() {}

  /**
   * The corrected p-values, in the order given: the smallest of m times m, the next times m − 1 …,
   * none smaller than one before it, none above 1.
   */
  public static double[] corrected(double... pValues) {
    Integer[] order = IntStream.range(0, pValues.length).boxed().toArray(Integer[]::new);
    for (double p : pValues) {
      if (!(p >= 0 && p <= 1)) {
        throw new IllegalArgumentException("a p-value is from 0 to 1, not " + p);
      }
    }
    Arrays.sort(order, Comparator.comparingDouble(i -> pValues[i]));
    double[] corrected = new double[pValues.length];
    double least = 0;
    for (int rank = 0; rank < order.length; rank++) {
      least = Math.max(least, Math.min(1, (order.length - rank) * pValues[order[rank]]));
      corrected[order[rank]] = least;
    }
    return corrected;
  }
}
