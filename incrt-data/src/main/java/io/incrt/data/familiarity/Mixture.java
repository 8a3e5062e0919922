package io.incrt.data.familiarity;

/**
 * How far the frequencies of a record's letters may be from those in training. Finds what a chain
 * may take for typical: one letter over and over, or bases among proteins, which use four letters
 * of twenty, none of them rare.
 *
 * @param scale of minus the divergence
 * @param low places below are strange; they are lower than those of nearly all records measured
 */
record Mixture(Scale scale, double low) {

  private static final double SHARE = 0.0025;
  private static final double MARGIN = 0.5;

  static Mixture of(Scores scores) {
    Scale scale = Scale.fit(scores);
    double[] places = scores.places(scale);
    if (places.length == 0) {
      return new Mixture(scale, -Limits.NEVER);
    }
    double edge = places[(int) (SHARE * places.length)];
    double spread = places[places.length / 2] - edge;
    return new Mixture(scale, edge - MARGIN * Math.max(1, spread));
  }

  boolean isStrange(Chain.Walk walk) {
    return scale.place(walk.mixture(), walk.letters()) < low;
  }
}
