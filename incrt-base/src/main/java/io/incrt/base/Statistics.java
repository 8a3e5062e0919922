package io.incrt.base;

import java.util.Arrays;
import java.util.Collection;

/** Median, quantiles, mean and standard deviation. Of no numbers each of them is NaN. */
public final class Statistics {

  private Statistics() {}

  /** The middle number, or the mean of the two in the middle. */
  public static double median(double... values) {
    if (values.length == 0) {
      return Double.NaN;
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The same of a collection. */
  public static double median(Collection<Double> values) {
    return median(array(values));
  }

  /** The least of the values that at least this share of them does not exceed. */
  public static double quantile(Collection<Double> values, double share) {
    double[] sorted = array(values);
    if (sorted.length == 0) {
      return Double.NaN;
    }
    Arrays.sort(sorted);
    return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }

  /** The arithmetic mean. */
  public static double mean(double... values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  /** The standard deviation of a sample (n − 1 in the denominator); NaN for fewer than two. */
  public static double deviation(double... values) {
    if (values.length < 2) {
      return Double.NaN;
    }
    double mean = mean(values);
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return Math.sqrt(squares / (values.length - 1));
  }

  private static double[] array(Collection<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
