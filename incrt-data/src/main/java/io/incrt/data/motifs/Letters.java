package io.incrt.data.motifs;

import io.incrt.data.records.Kind;

/**
 * The letters that motifs are made of; others, such as N and X, say nothing.
 *
 * @param all each once
 */
record Letters(String all) {

  /** None of them. */
  static final int NONE = -1;

  /** A column's letter must be so frequent, or the letters of IUPAC's code together. */
  private static final double PREVAILS = 0.5;

  private static final double TOGETHER = 0.8;

  private static final String IUPAC = "?ACMGRSVTWYHKDBN";

  /** Those of a kind of sequences. */
  static Letters of(Kind kind) {
    return new Letters(
        switch (kind) {
          case DNA -> "ACGT";
          case RNA -> "ACGU";
          case PROTEIN -> "ACDEFGHIKLMNPQRSTVWY";
          case TEXT -> throw new IllegalArgumentException("texts have words, not motifs");
        });
  }

  int count() {
    return all.length();
  }

  /** Their numbers. */
  int[] numbers(String sequence) {
    char from = all.indexOf('U') < 0 ? 'U' : 'T';
    char to = from == 'U' ? 'T' : 'U';
    return sequence
        .chars()
        .map(Character::toUpperCase)
        .map(letter -> count() == 4 && letter == from ? to : letter)
        .map(all::indexOf)
        .toArray();
  }

  String name(int number) {
    return all.substring(number, number + 1);
  }

  /** What stands for a column. */
  char consensus(double... shares) {
    int best = 0;
    for (int a = 1; a < shares.length; a++) {
      best = shares[a] > shares[best] ? a : best;
    }
    if (shares[best] >= PREVAILS) {
      return all.charAt(best);
    }
    return count() == 4 ? together(shares) : 'x';
  }

  /** IUPAC's letter for the fewest bases that make up most of a column. */
  private char together(double... shares) {
    int set = 0;
    double sum = 0;
    while (sum < TOGETHER) {
      int best = NONE;
      for (int a = 0; a < shares.length; a++) {
        boolean free = (set & 1 << a) == 0;
        best = free && (best < 0 || shares[a] > shares[best]) ? a : best;
      }
      if (best < 0) {
        break;
      }
      set |= 1 << best;
      sum += shares[best];
    }
    return IUPAC.charAt(set);
  }
}
