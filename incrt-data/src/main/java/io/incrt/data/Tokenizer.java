package io.incrt.data;

import java.util.List;

/** Turns a sequence into token numbers. 0 is padding and never comes out; 1 is unknown. */
public sealed interface Tokenizer permits KmerTokenizer, WordTokenizer {

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

  /** The known tokens in the order of their numbers, from {@link #FIRST} on. */
  List<String> vocabulary();
}
