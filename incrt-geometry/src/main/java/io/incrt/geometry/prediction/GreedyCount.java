package io.incrt.geometry.prediction;

import io.incrt.geometry.policy.Criterion;
import io.incrt.geometry.policy.WidthPolicy;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * The outcome of growth on a stationary operator with exact eigenvectors, read off the eigenvalues
 * alone: each birth takes the ends its deflation names, until the criterion is met.
 *
 * @param births the number of births; empty when the policy never becomes sufficient
 * @param smallestCapture δ₀, the least energy √(Σλ²) any birth captured; max |λ| if there was none
 */
public record GreedyCount(OptionalInt births, double smallestCapture) {

  /** Counts births on the spectrum of B for a threshold θ_w. */
  public static GreedyCount of(double[] eigenvalues, WidthPolicy policy, double thetaW) {
    double[] values = eigenvalues.clone();
    Arrays.sort(values);
    int d = values.length;
    double phiG = policy.pruneThreshold(thetaW, d);
    int low = 0;
    int high = d - 1;
    int births = 0;
    double smallest = Double.POSITIVE_INFINITY;
    while (!sufficient(values, low, high, policy, thetaW)) {
      if (!policy.mayGrow(values[low], phiG)) {
        return stuck(values, smallest);
      }
      double top = Math.abs(values[high]);
      double bottom = Math.abs(values[low]);
      boolean takeHigh;
      boolean takeLow;
      switch (policy.deflation()) {
        case PLANE -> {
          takeHigh = top >= phiG;
          takeLow = low < high && bottom >= phiG;
        }
        case DOMINANT -> {
          takeHigh = top >= bottom;
          takeLow = !takeHigh;
        }
        default -> {
          takeHigh = true;
          takeLow = false;
        }
      }
      double captured = Math.hypot(takeHigh ? top : 0, takeLow ? bottom : 0);
      // A direction below φ_g is pruned again: growth that can take only such ones never ends.
      if (captured < phiG || captured == 0) {
        return stuck(values, smallest);
      }
      births++;
      smallest = Math.min(smallest, captured);
      high -= takeHigh ? 1 : 0;
      low += takeLow ? 1 : 0;
    }
    return new GreedyCount(OptionalInt.of(births), births > 0 ? smallest : largest(values));
  }

  private static boolean sufficient(
      double[] values, int low, int high, WidthPolicy policy, double thetaW) {
    if (low > high) {
      return true;
    }
    double energy = 0;
    if (policy.criterion() == Criterion.ENERGY) {
      for (int i = low; i <= high; i++) {
        energy += values[i] * values[i];
      }
    }
    double end = policy.testedEnd(values[high], values[low]);
    return policy.sufficient(Math.sqrt(energy), end, thetaW);
  }

  private static GreedyCount stuck(double[] values, double smallest) {
    return new GreedyCount(
        OptionalInt.empty(), Double.isFinite(smallest) ? smallest : largest(values));
  }

  private static double largest(double[] values) {
    return Arrays.stream(values).map(Math::abs).max().orElse(0);
  }
}
