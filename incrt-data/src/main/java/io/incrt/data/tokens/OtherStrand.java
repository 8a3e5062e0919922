package io.incrt.data.tokens;

import java.util.Optional;

/**
 * Reads tokens from the other strand: backwards, each as its reverse complement.
 *
 * @param complements for every token the one in its place there
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
public record OtherStrand(int[] complements) {

  private static final String BASES = "ACGTRYKMBVDHSWN-";
  private static final String COMPLEMENTS = "TGCAYRMKVBHDSWN-";

  /** A sequence of DNA as it is read on the other strand, in upper case; other letters stay. */
  public static String of(String bases) {
    StringBuilder other = new StringBuilder(bases.length());
    for (int i = bases.length() - 1; i >= 0; i--) {
      char base = Character.toUpperCase(bases.charAt(i));
      int known = BASES.indexOf(base);
      other.append(known < 0 ? base : COMPLEMENTS.charAt(known));
    }
    return other.toString();
  }

  /** The other strand of a tokenizer's sequences; empty where there is none. */
  public static Optional<OtherStrand> of(Tokenizer tokenizer) {
    return tokenizer.complements().map(OtherStrand::new);
  }

  /** The same sequence on the other strand. */
  public int[] of(int... tokens) {
    int[] other = new int[tokens.length];
    for (int i = 0; i < tokens.length; i++) {
      other[i] = complements[tokens[tokens.length - 1 - i]];
    }
    return other;
  }
}
