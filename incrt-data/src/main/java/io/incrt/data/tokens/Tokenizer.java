package io.incrt.data.tokens;

/** Turns a sequence into token numbers. 0 is padding and never comes out; 1 is unknown. */
public sealed interface Tokenizer permits KmerTokenizer, TextTokenizer {

  /** The number that stands for nothing. */
  int PADDING = 0;

  /** The number of a token that was not seen in training. */
  int UNKNOWN = 1;

  /** The first number a known token may have. */
  int FIRST = 2;

  /** The token numbers of a sequence; empty for an empty sequence. */
  int[] encode(String sequence);

  /** How many numbers there are, padding and unknown among them. */
  int size();

  /** What a model's folder keeps of it as {@code tokenizer.json}. */
  TokenizerFile file();
}
