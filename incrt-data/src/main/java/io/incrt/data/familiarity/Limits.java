package io.incrt.data.familiarity;

/**
 * Which scores are typical for a length: set so that few records that were not learned from lie
 * outside. With edge(length) = the score at place {@code low} and top(length) = what random letters
 * reach at best,
 *
 * <pre>limit = edge − margin · max(0, edge − top)</pre>
 *
 * Where chance lies far below, a limit somewhat below the lowest records costs little and spares
 * those that are new but not strange.
 *
 * @param scale of the records
 * @param chance of random letters
 * @param low the place below which few records lie
 * @param margin how far from there towards chance the limit is
 * @param high what lies above this place is strange too: it repeats what is common
 * @param tail the lowest places of the records measured, lowest first
 * @param records how many were measured
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Limits(
    Scale scale, Scale chance, double low, double margin, double high, float[] tail, int records) {

  static final double NEVER = 1e9;

  private static final int LONGEST_TAIL = 200;
  private static final double SHARE = 0.015;
  private static final double MOST_HELD_OUT = 0.02;
  private static final double MARGIN = 0.2;
  private static final double MARGIN_OF_FEW = 0.5;
  private static final double ABOVE = 0.5;
  private static final double TOP = 2;
  private static final int FEW = 20;

  /**
   * Sets the limits.
   *
   * @param unseen training records, each as if not learned from
   * @param heldOut other records
   * @param learned training records as learned from
   * @param random random letters of the same lengths
   */
  static Limits of(Scores unseen, Scores heldOut, Scores learned, Scores random) {
    Scale scale = Scale.fit(unseen.records() > 0 ? unseen : heldOut);
    Scale chance = Scale.fit(random);
    double[] others = heldOut.places(scale);
    double[] known = learned.places(scale);
    double[] all = Scores.sorted(unseen.places(scale), others);
    double high = high(known, all);
    double margin = random.records() == 0 ? 0 : MARGIN;
    if (all.length < FEW) {
      double[] any = Scores.sorted(all, known);
      double[] letters = random.places(scale);
      // Records that have no more in common than random letters are no reason to warn.
      boolean alike = any.length > 0 && letters.length > 0 && any[0] > last(letters);
      double low = alike ? any[0] : -NEVER;
      return new Limits(scale, chance, low, MARGIN_OF_FEW, high, tail(any), any.length);
    }
    double low = quantile(all, SHARE);
    Limits limits = new Limits(scale, chance, low, margin, high, tail(all), all.length);
    double most =
        MOST_HELD_OUT + 2 * Math.sqrt(MOST_HELD_OUT * (1 - MOST_HELD_OUT) / (others.length + 1));
    // The records held out may differ on purpose: other patients, another year.
    if (others.length >= FEW && heldOut.share(limits::isLow) > most) {
      double lower = Math.min(low, quantile(others, SHARE));
      return new Limits(scale, chance, lower, margin, high, tail(all), all.length);
    }
    return limits;
  }

  private static double high(double[] known, double[] all) {
    if (known.length == 0) {
      return NEVER;
    }
    double highest = Math.max(last(known), last(all));
    return highest + ABOVE * Math.max(1, highest - quantile(known, 0.5));
  }

  boolean isLow(double score, double length) {
    if (low <= -NEVER) {
      return false;
    }
    double edge = scale.score(low, length);
    double top = chance.score(TOP, length);
    return score < edge - margin * Math.max(0, edge - top);
  }

  boolean isHigh(double score, double length) {
    return scale.place(score, length) > high;
  }

  /** The share of measured records that lie no higher; 1 where it is not known any more. */
  double shareBelow(double score, double length) {
    float place = (float) scale.place(score, length);
    int below = 0;
    while (below < tail.length && tail[below] <= place) {
      below++;
    }
    boolean beyond = below == tail.length && below < records;
    return beyond || records == 0 ? 1 : (double) below / records;
  }

  private static float[] tail(double[] places) {
    float[] tail = new float[Math.min(LONGEST_TAIL, places.length)];
    for (int i = 0; i < tail.length; i++) {
      tail[i] = (float) places[i];
    }
    return tail;
  }

  private static double quantile(double[] places, double share) {
    return places[(int) Math.min(places.length - 1, share * places.length)];
  }

  private static double last(double[] places) {
    return places.length == 0 ? -NEVER : places[places.length - 1];
  }
}
