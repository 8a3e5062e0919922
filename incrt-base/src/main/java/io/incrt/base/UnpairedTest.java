package io.incrt.base;

/** Whether two classifiers that judged different records differ by more than chance. */
public final class UnpairedTest {

  /** The 97.5 % point of the normal distribution. */
  private static final double Z = 1.959963984540054;

  /** Splits as likely as the observed one count, whatever the last digits say. */
  private static final double EQUAL = 1 + 1e-7;

  private UnpairedTest() {}

  /** An interval. */
  public record Interval(double low, double high) {}

  /**
   * Fisher's exact test (two-sided): the probability, if both were equally good, of a table that is
   * at most as likely as this one, given how many answers were right in all.
   *
   * @param right how many of its records the first got right
   * @param records how many it judged
   * @param otherRight how many the second got right
   * @param otherRecords how many the second judged
   */
  public static double fisher(long right, long records, long otherRight, long otherRecords) {
    require(right, records);
    require(otherRight, otherRecords);
    long allRight = right + otherRight;
    long least = Math.max(0, allRight - otherRecords);
    long most = Math.min(records, allRight);
    // Terms relative to the likeliest, from there to both sides, so that no factorials overflow.
    long mode = (long) ((allRight + 1.0) * (records + 1.0) / (records + otherRecords + 2.0));
    mode = Math.max(least, Math.min(most, mode));
    double observed = 1;
    for (long k = mode; k < right; k++) {
      observed *= up(k, records, allRight, otherRecords);
    }
    for (long k = mode; k > right; k--) {
      observed /= up(k - 1, records, allRight, otherRecords);
    }
    double all = 1;
    double extreme = 1 <= observed * EQUAL ? 1 : 0;
    double term = 1;
    for (long k = mode; k < most && term > 0; k++) {
      term *= up(k, records, allRight, otherRecords);
      all += term;
      extreme += term <= observed * EQUAL ? term : 0;
    }
    term = 1;
    for (long k = mode; k > least && term > 0; k--) {
      term /= up(k - 1, records, allRight, otherRecords);
      all += term;
      extreme += term <= observed * EQUAL ? term : 0;
    }
    return Math.min(1, extreme / all);
  }

  /** How much likelier k + 1 right answers of the first are than k. */
  private static double up(long k, long records, long allRight, long otherRecords) {
    return (double) (records - k)
        / (k + 1)
        * (allRight - k)
        / (double) (otherRecords - allRight + k + 1);
  }

  /**
   * A 95 % interval of the difference of two shares, first − second: Newcombe's of 1998 (method
   * 10), which is made of Wilson's of each and holds for shares near 1, too.
   */
  public static Interval difference(long right, long records, long otherRight, long otherRecords) {
    Interval first = wilson(right, records);
    Interval second = wilson(otherRight, otherRecords);
    double share = (double) right / records;
    double other = (double) otherRight / otherRecords;
    return new Interval(
        share - other - Math.hypot(share - first.low(), second.high() - other),
        share - other + Math.hypot(first.high() - share, other - second.low()));
  }

  /** Wilson's 95 % interval of a share. */
  public static Interval wilson(long right, long records) {
    require(right, records);
    double share = (double) right / records;
    double square = Z * Z / records;
    double half = Z * Math.sqrt(share * (1 - share) / records + square / (4 * records));
    double low = (share + square / 2 - half) / (1 + square);
    double high = (share + square / 2 + half) / (1 + square);
    return new Interval(right == 0 ? 0 : low, right == records ? 1 : high);
  }

  private static void require(long right, long records) {
    if (records < 1 || right < 0 || right > records) {
      throw new IllegalArgumentException(
          "of one record or more none to all can be right, but not " + right + " of " + records);
    }
  }
}
