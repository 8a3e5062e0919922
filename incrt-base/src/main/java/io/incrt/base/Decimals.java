package io.incrt.base;

/**
 * Fast formatting of numbers: with a Formatter a million lines take longer than the predictions.
 */
public final class Decimals {

  private static final long MILLION = 1_000_000;

  private Decimals() {}

  /** A number from 0 to 1 with six decimals. */
  public static String six(double value) {
    long millionths = Math.round(value * MILLION);
    String digits = Long.toString(MILLION + millionths % MILLION);
    return millionths / MILLION + "." + digits.substring(1);
  }
}
