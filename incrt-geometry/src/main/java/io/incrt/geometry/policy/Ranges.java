package io.incrt.geometry.policy;

/** Range checks whose message names the setting, the value and what would be right. */
final class Ranges {

  private Ranges() {}

  static void positive(double value, String name) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be a positive number but is " + value);
    }
  }

  static void between(double value, double low, double high, String name) {
    if (!(value >= low && value <= high)) {
      throw new IllegalArgumentException(
          name + " must be from " + low + " to " + high + " but is " + value);
    }
  }

  static void atLeast(long value, long low, String name) {
    if (value < low) {
      throw new IllegalArgumentException(name + " must be at least " + low + " but is " + value);
    }
  }
}
