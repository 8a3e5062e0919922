package io.incrt.base;

/**
 * Range checks of settings. Every message names the setting, the range and the value: {@code
 * training.dropout must be from 0 to less than 1 but is 1.0}.
 */
public final class Ranges {

  private Ranges() {}

  /** Refuses a whole number below {@code least}. */
  public static void atLeast(String name, long value, long least) {
    require(name, value, value >= least, "at least " + least);
  }

  /** Refuses zero, negative numbers, infinity and what is no number. */
  public static void positive(String name, double value) {
    require(name, value, value > 0 && Double.isFinite(value), "a positive number");
  }

  /** Refuses what is outside [low, high]. */
  public static void between(String name, double value, double low, double high) {
    require(name, value, value >= low && value <= high, "from " + low + " to " + high);
  }

  /** Refuses whole numbers outside [low, high]. */
  public static void between(String name, long value, long low, long high) {
    require(name, value, value >= low && value <= high, "from " + low + " to " + high);
  }

  /** Refuses negative whole numbers. */
  public static void notNegative(String name, long value) {
    require(name, value, value >= 0, "0 or more");
  }

  /** Refuses negative and infinite numbers. */
  public static void notNegative(String name, double value) {
    require(name, value, value >= 0 && Double.isFinite(value), "0 or more");
  }

  /** Refuses what is outside [0, 1). */
  public static void rate(String name, double value) {
    require(name, value, value >= 0 && value < 1, "from 0 to less than 1");
  }

  /**
   * Refuses a value that does not fit.
   *
   * @param range what would fit, to follow "must be"
   */
  public static void require(String name, Object value, boolean fits, String range) {
    if (!fits) {
      throw new IllegalArgumentException(name + " must be " + range + " but is " + value);
    }
  }
}
