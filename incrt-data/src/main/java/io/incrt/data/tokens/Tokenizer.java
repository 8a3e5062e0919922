package io.incrt.data.tokens;

import io.incrt.data.records.Kind;
import java.util.Map;
import java.util.Optional;

/**
 * Turns a sequence into token numbers. 0 is padding and never produced; 1 is unknown.
 *
 * <p>A tokenizer is stored as {@link #parameters} and {@link #file}, describes itself ({@link
 * #describe}) and is restored by its {@link TokenizerType}. To add one: implement both, and name
 * the type in {@code META-INF/services/io.incrt.data.tokens.TokenizerType}.
 */
public interface Tokenizer {

  /** The number of padding. */
  int PADDING = 0;

  /** The number of a token that was not seen in training. */
  int UNKNOWN = 1;

  /** The first number a known token may have. */
  int FIRST = 2;

  /** The token numbers of a sequence; empty for an empty sequence. */
  int[] encode(String sequence);

  /**
   * Where in a sequence each token of {@link #encode} comes from: the first character of token i at
   * 2i, the one behind its last at 2i + 1. Tokens of one word have the place of the word.
   */
  int[] spans(String sequence);

  /** The size of the vocabulary, padding and unknown included. */
  int size();

  /** The name of its {@link TokenizerType}. */
  String type();

  /** What {@code config.json} stores of it besides the type; usually nothing. */
  default Map<String, Integer> parameters() {
    return Map.of();
  }

  /** Its {@code tokenizer.json} in a model's folder. */
  TokenizerFile file();

  /** What its sequences are made of. */
  default Kind kind() {
    return Kind.TEXT;
  }

  /**
   * For every token the one that stands in its place on the other strand, where sequences are DNA
   * or RNA that is read letter by letter; empty where there is no other strand.
   */
  default Optional<int[]> complements() {
    return Optional.empty();
  }

  /**
   * For every token of a sequence the letters of its word, as {@link Spelling} numbers them; empty
   * where tokens are no words. Not to be changed: words that recur may share an array.
   */
  default Optional<int[][]> spelled(String sequence) {
    return Optional.empty();
  }

  /** How many neighbouring tokens share letters; 1 where none do. */
  default int overlap() {
    return 1;
  }

  /** What its tokens are, to follow "tokens are": {@code words and marks}. */
  String describe();
}
