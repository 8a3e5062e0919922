package io.incrt.data.tokens;

import java.util.Optional;

/**
 * Reads tokens from the other strand: backwards, each as its reverse complement.
 *
 * @param complements for every token the one in its place there
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
public record OtherStrand(int[] complements) {

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
