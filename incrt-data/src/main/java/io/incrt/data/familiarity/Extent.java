package io.incrt.data.familiarity;

/**
 * How little of a record can be compared.
 *
 * @param shortest the letters of the shortest record measured
 * @param certain the lowest share of letters that are not ambiguous
 */
record Extent(int shortest, double certain) {

  private static final double SHARE_OF_SHORTEST = 0.25;
  private static final double MOSTLY_CERTAIN = 0.5;

  boolean tooShort(Chain.Walk walk) {
    return walk.letters() < SHARE_OF_SHORTEST * shortest;
  }

  boolean tooUncertain(Chain.Walk walk) {
    return walk.certain() < Math.min(MOSTLY_CERTAIN, certain);
  }
}
