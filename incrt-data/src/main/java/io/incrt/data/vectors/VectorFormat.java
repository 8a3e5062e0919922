package io.incrt.data.vectors;

/** How a file of word vectors is written; detected from its content. */
public enum VectorFormat {
  /** A word and its numbers on each line, and nothing else, as GloVe writes them. */
  GLOVE_TEXT("GloVe text"),
  /** The same after a line with the number of words and of dimensions; also fastText's .vec. */
  WORD2VEC_TEXT("word2vec text"),
  /** That line as text; then the words as text, each followed by its numbers as bytes. */
  WORD2VEC_BINARY("word2vec binary"),
  /** A whole fastText model, its .bin file. */
  FASTTEXT_MODEL("fastText model");

  private final String words;

  VectorFormat(String words) {
    this.words = words;
  }

  /** Its name for people. */
  public String words() {
    return words;
  }
}
