package io.incrt.base;

/** Whether two classifiers that judged the same records differ by more than chance. */
public final class PairedTest {

  private PairedTest() {}

  /**
   * The exact McNemar test: the probability, if both were equally good, of a split of the records
   * that only one of them got right that is at least as uneven as this one (two-sided binomial).
   *
   * @param onlyFirst how many records only the first got right
   * @param onlySecond how many only the second got right
   */
  public static double mcNemar(long onlyFirst, long onlySecond) {
    if (onlyFirst < 0 || onlySecond < 0) {
      throw new IllegalArgumentException(
          "counts of records must not be negative, but are " + onlyFirst + " and " + onlySecond);
    }
    long all = onlyFirst + onlySecond;
    long fewer = Math.min(onlyFirst, onlySecond);
    if (2 * fewer == all) {
      return 1;
    }
    // From the largest term down, each by its quotient to the one before: no factorials overflow.
    double logTerm = -all * Math.log(2);
    for (long k = 1; k <= fewer; k++) {
      logTerm += Math.log((double) (all - k + 1) / k);
    }
    double sum = 0;
    double term = 1;
    for (long k = fewer; k >= 0 && term > 0; k--) {
      sum += term;
      term *= (double) k / (all - k + 1);
    }
    return Math.min(1, 2 * Math.exp(logTerm) * sum);
  }

  /**
   * The same from what they said.
   *
   * @param labels the right class of each record
   * @param first what the first classifier said of each
   * @param second what the second said
   */
  public static double mcNemar(int[] labels, int[] first, int[] second) {
    if (labels.length != first.length || labels.length != second.length) {
      throw new IllegalArgumentException(
          "both must judge the same records, but there are "
              + labels.length
              + " labels and "
              + first.length
              + " and "
              + second.length
              + " predictions");
    }
    long onlyFirst = 0;
    long onlySecond = 0;
    for (int i = 0; i < labels.length; i++) {
      boolean one = first[i] == labels[i];
      boolean other = second[i] == labels[i];
      onlyFirst += one && !other ? 1 : 0;
      onlySecond += other && !one ? 1 : 0;
    }
    return mcNemar(onlyFirst, onlySecond);
  }
}
