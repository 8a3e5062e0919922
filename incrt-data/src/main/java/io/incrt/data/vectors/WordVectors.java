package io.incrt.data.vectors;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.Flaw;
import io.incrt.data.records.PlainBytes;
import io.incrt.data.tokens.Words;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Words with vectors that others have trained, from a file of GloVe, word2vec or fastText, plain or
 * gzip. Which it is, is detected from its content ({@link VectorFormat}).
 *
 * <p>A file is read once from beginning to end and checked entirely, but only some of its words are
 * kept. Words are in lower case, as the tokenizer writes them; where a file has several spellings
 * of a word, the first one counts, which is the most frequent one in all these files.
 */
public final class WordVectors {

  private static final int BOM = 0xEFBBBF;

  private final VectorFormat format;
  private final int dimension;
  private final List<String> words;
  private final Map<String, Integer> numbers;
  private final List<float[]> vectors;
  private final VectorCounts counts;

  private WordVectors(VectorFormat format, int dimension, KeptWords kept) {
    this.format = format;
    this.dimension = dimension;
    this.words = List.copyOf(kept.words());
    this.numbers = kept.numbers();
    this.vectors = kept.vectors();
    this.counts = kept.counts();
  }

  /** The same as the other with the usual limit on gzip. */
  public static WordVectors read(Path file, Set<String> wanted, int maxOthers) throws IOException {
    return read(file, wanted, maxOthers, DataSettings.defaults());
  }

  /**
   * Reads a file. Needs memory for the words that are kept, whatever the size of the file.
   *
   * @param wanted the words asked for, in lower case. A fastText model composes those it does not
   *     have from their letters
   * @param maxOthers how many words to keep besides, the first of the file that a text may hold as
   *     a token
   * @throws BadRecordException if it is no file of word vectors, or is damaged
   */
  public static WordVectors read(Path file, Set<String> wanted, int maxOthers, DataSettings limits)
      throws IOException {
    if (Files.isDirectory(file)) {
      throw new BadRecordException(
          file.toString(), Flaw.FILE, "this is a directory where a file of word vectors is needed");
    }
    try (InputStream stream = Files.newInputStream(file)) {
      return read(file.toString(), stream, wanted, maxOthers, limits);
    }
  }

  /**
   * The same of a stream, which is read to its end.
   *
   * @param name what messages call it
   */
  public static WordVectors read(
      String name, InputStream stream, Set<String> wanted, int maxOthers, DataSettings limits)
      throws IOException {
    if (maxOthers < 0) {
      throw new IllegalArgumentException(
          "the number of other words must not be negative but is " + maxOthers);
    }
    try (InputStream bytes = PlainBytes.open(name, stream, limits, "a file of word vectors")) {
      return read(new ByteInput(name, bytes), new KeptWords(wanted, maxOthers));
    }
  }

  private static WordVectors read(ByteInput in, KeptWords kept) throws IOException {
    if (!in.has(1)) {
      throw in.bad("the file is empty; a file of word vectors was expected");
    }
    if (FastTextModel.begins(in)) {
      int dimension = FastTextModel.read(in, kept);
      return new WordVectors(VectorFormat.FASTTEXT_MODEL, dimension, kept);
    }
    skipByteOrderMark(in);
    Optional<Header> header = Header.read(in);
    if (header.isEmpty()) {
      int dimension = TextVectors.read(in, kept);
      return new WordVectors(VectorFormat.GLOVE_TEXT, dimension, kept);
    }
    int dimension = header.get().dimension();
    if (header.get().binary(in)) {
      BinaryVectors.read(in, kept, header.get());
      return new WordVectors(VectorFormat.WORD2VEC_BINARY, dimension, kept);
    }
    TextVectors.read(in, kept, header.get());
    return new WordVectors(VectorFormat.WORD2VEC_TEXT, dimension, kept);
  }

  private static void skipByteOrderMark(ByteInput in) throws IOException {
    if (in.has(3)) {
      byte[] bytes = in.bytes();
      int start =
          (bytes[in.at()] & 0xFF) << 16
              | (bytes[in.at() + 1] & 0xFF) << 8
              | (bytes[in.at() + 2] & 0xFF);
      in.skip(start == BOM ? 3 : 0);
    }
  }

  /** How the file was written. */
  public VectorFormat format() {
    return format;
  }

  /** How many numbers a vector has. */
  public int dimension() {
    return dimension;
  }

  /** The kept words in the order of the file, then the composed ones in alphabetical order. */
  public List<String> words() {
    return words;
  }

  /**
   * The kept words that are not among these and that a text may hold as tokens, in the order of the
   * file: what to add to the vocabulary of training.
   */
  public List<String> wordsBeyond(Set<String> known) {
    return words.stream().filter(word -> !known.contains(word) && Words.isToken(word)).toList();
  }

  /** Whether a word was kept. */
  public boolean contains(String word) {
    return numbers.containsKey(word);
  }

  /** A copy of a kept word's vector. */
  public Optional<float[]> vector(String word) {
    return Optional.ofNullable(numbers.get(word)).map(number -> vectors.get(number).clone());
  }

  /**
   * Copies a word's vector into {@code target}, from {@code at} on.
   *
   * @return whether the word was kept; otherwise nothing is written
   */
  public boolean copy(String word, float[] target, int at) {
    Integer number = numbers.get(word);
    if (number == null) {
      return false;
    }
    System.arraycopy(vectors.get(number), 0, target, at, dimension);
    return true;
  }

  /** What became of the entries of the file. */
  public VectorCounts counts() {
    return counts;
  }
}
