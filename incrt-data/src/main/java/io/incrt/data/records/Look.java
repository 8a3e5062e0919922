package io.incrt.data.records;

/** What one record looks like by its letters alone. */
enum Look {
  /** Nothing that tells: gaps, N and X only. */
  NOTHING("nothing but gaps, N or X"),
  /** More than one piece of letters: blanks after short words, digits, marks, other alphabets. */
  WORDS("words, digits or marks"),
  /** Bases without T and U. */
  BASES("bases"),
  /** Bases with T. */
  DNA("bases of DNA"),
  /** Bases with U. */
  RNA("bases of RNA"),
  /** One piece of letters that is too long for a word. */
  RESIDUES("residues of a protein"),
  /** One piece of letters that may be a word or a peptide. */
  SHORT("a few letters only");

  /** From here on a piece of letters is hardly a word of any language. */
  static final int LONGER_THAN_WORDS = 20;

  private final String words;

  Look(String words) {
    this.words = words;
  }

  /** What the record holds. */
  String words() {
    return words;
  }

  boolean isBases() {
    return this == BASES || this == DNA || this == RNA;
  }
}
