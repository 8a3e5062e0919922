package io.incrt.data.vectors;

import java.nio.charset.StandardCharsets;

/**
 * Numbers written in decimal, read from bytes. A file has up to a billion of them, and making a
 * string of each would take most of the time.
 */
final class Decimal {

  /** The powers of ten that a double holds exactly. */
  private static final double[] POWERS = new double[23];

  private static final long EXACT = 1L << 53;
  private static final int FAR = 100_000;

  static {
    double power = 1;
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = power;
      power *= 10;
    }
  }

  private Decimal() {}

  /** The number; NaN if it is none, infinite if it is too large for a float. */
  static float parse(byte[] bytes, int from, int to) {
    int at = from;
    boolean negative = at < to && bytes[at] == '-';
    at += at < to && (bytes[at] == '-' || bytes[at] == '+') ? 1 : 0;
    long digits = 0;
    int count = 0;
    int shift = 0;
    boolean point = false;
    boolean fits = true;
    for (; at < to; at++) {
      int digit = bytes[at] - '0';
      if (digit >= 0 && digit <= 9) {
        count++;
        shift -= point ? 1 : 0;
        fits &= digits < EXACT / 10;
        digits = fits ? digits * 10 + digit : digits;
      } else if (bytes[at] == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (count == 0) {
      return Float.NaN;
    }
    if (at < to) {
      int exponent = exponent(bytes, at, to);
      if (exponent == Integer.MIN_VALUE) {
        return Float.NaN;
      }
      shift += exponent;
    }
    if (!fits || Math.abs(shift) >= POWERS.length) {
      return Float.parseFloat(new String(bytes, from, to - from, StandardCharsets.US_ASCII));
    }
    double value = shift < 0 ? digits / POWERS[-shift] : digits * POWERS[shift];
    return (float) (negative ? -value : value);
  }

  /** The exponent with its letter; the smallest integer if it is none. */
  private static int exponent(byte[] bytes, int from, int to) {
    int at = from + 1;
    boolean negative = at < to && bytes[at] == '-';
    at += at < to && (bytes[at] == '-' || bytes[at] == '+') ? 1 : 0;
    if ((bytes[from] != 'e' && bytes[from] != 'E') || at == to) {
      return Integer.MIN_VALUE;
    }
    int exponent = 0;
    for (; at < to; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9) {
        return Integer.MIN_VALUE;
      }
      exponent = Math.min(FAR, exponent * 10 + digit);
    }
    return negative ? -exponent : exponent;
  }
}
