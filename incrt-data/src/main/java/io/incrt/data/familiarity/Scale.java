package io.incrt.data.familiarity;

/**
 * Where a score lies among those of records of the same length: (score − mean) / deviation, with
 *
 * <pre>mean = level + drift / length,  deviation² = variance + noise / length</pre>
 *
 * The variance is how much records differ, the noise how much letters do; short records vary more.
 */
record Scale(double level, double drift, double variance, double noise) {

  private static final double LEAST_VARIANCE = 1e-4;

  /** A scale that leaves scores as they are, for records too few to vary. */
  static final Scale PLAIN = new Scale(0, 0, 1, 0);

  double place(double score, double length) {
    double inverse = 1 / Math.max(1, length);
    return (score - level - drift * inverse) / Math.sqrt(variance + noise * inverse);
  }

  /** The score at a place. */
  double score(double place, double length) {
    double inverse = 1 / Math.max(1, length);
    return level + drift * inverse + place * Math.sqrt(variance + noise * inverse);
  }

  /** The scale that fits these scores; {@link #PLAIN} if there are too few. */
  static Scale fit(Scores scores) {
    Scores.Group[] groups = scores.groups();
    if (groups.length == 0) {
      return PLAIN;
    }
    double weight = 0;
    double inverse = 0;
    double median = 0;
    double square = 0;
    for (Scores.Group group : groups) {
      weight += group.weight();
      inverse += group.weight() * group.inverse();
      median += group.weight() * group.median();
      square += group.weight() * group.square();
    }
    inverse /= weight;
    median /= weight;
    square /= weight;
    double inverses = 0;
    double medians = 0;
    double squares = 0;
    for (Scores.Group group : groups) {
      double difference = group.inverse() - inverse;
      inverses += group.weight() * difference * difference;
      medians += group.weight() * difference * (group.median() - median);
      squares += group.weight() * difference * (group.square() - square);
    }
    if (groups.length == 1 || inverses < 1e-12 * weight) {
      // One length only: what varies is taken for letters, which is right for short records.
      return new Scale(median, 0, LEAST_VARIANCE, square / inverse);
    }
    double drift = medians / inverses;
    double noise = Math.max(0, squares / inverses);
    double variance = square - noise * inverse;
    if (variance < 0) {
      variance = 0;
      noise = square / inverse;
    }
    return new Scale(median - drift * inverse, drift, LEAST_VARIANCE + variance, noise);
  }
}
