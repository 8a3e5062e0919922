package io.incrt.data.vectors;

import io.incrt.data.records.BadRecordException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads a model of fastText, its {@code .bin} file: settings, dictionary, then a matrix with a row
 * for each word and one for each bucket of pieces. As fastText has it, a word's vector is the mean
 * of its own row and those of its pieces; a word outside the dictionary has its pieces alone.
 *
 * <p>Which rows are needed is known before the matrix begins, so it is read once and never held.
 */
final class FastTextModel {

  private static final int MAGIC = 793_712_314;
  private static final int NEWEST = 12;
  private static final int OLDEST = 11;
  private static final int SUPERVISED = 3;
  private static final int MOST_LETTERS = 30;
  private static final String END_OF_SENTENCE = "</s>";

  private final ByteInput in;
  private final KeptWords kept;
  private final Subwords.Parts parts = new Subwords.Parts();
  private final int dimension;
  private final Subwords subwords;
  private int words;

  private FastTextModel(ByteInput in, KeptWords kept) throws IOException {
    this.in = in;
    this.kept = kept;
    in.readInt();
    int version = in.readInt();
    if (version < OLDEST || version > NEWEST) {
      throw in.bad("the fastText model has version " + version + "; 11 or 12 was expected");
    }
    this.dimension = Header.dimension(in.readInt(), "the fastText model", in);
    // Window, epochs, least count, negatives, word n-grams, loss.
    for (int i = 0; i < 6; i++) {
      in.readInt();
    }
    int model = in.readInt();
    int buckets = in.readInt();
    int fewest = in.readInt();
    int most = in.readInt();
    if (buckets < 0 || most < 0 || most > MOST_LETTERS) {
      throw damaged("pieces of up to " + most + " letters in " + buckets + " buckets");
    }
    // Such models were trained without pieces, whatever they say.
    boolean none = version == OLDEST && model == SUPERVISED;
    this.subwords = new Subwords(fewest, none ? 0 : most, buckets);
    in.readInt();
    in.readLong();
  }

  /** Whether a file begins as a model of fastText does. */
  static boolean begins(ByteInput in) throws IOException {
    if (!in.has(Integer.BYTES)) {
      return false;
    }
    int start = in.readInt();
    in.skip(-Integer.BYTES);
    return start == MAGIC;
  }

  /** Reads a model; gives the dimension. */
  static int read(ByteInput in, KeptWords kept) throws IOException {
    FastTextModel model = new FastTextModel(in, kept);
    model.readDictionary();
    model.composeMissing();
    model.readMatrix();
    return model.dimension;
  }

  private void readDictionary() throws IOException {
    int size = in.readInt();
    words = in.readInt();
    int labels = in.readInt();
    if (words < 1 || labels < 0 || (long) words + labels != size) {
      throw damaged(size + " entries of which " + words + " are words and " + labels + " labels");
    }
    in.readLong();
    boolean pruned = in.readLong() >= 0;
    for (int i = 0; i < size; i++) {
      int length = in.before(0, ByteInput.LONGEST_WORD);
      if (length < 0) {
        throw in.bad(
            in.has(ByteInput.LONGEST_WORD)
                ? "entry " + (i + 1) + " is longer than 65536 bytes; the fastText model is damaged"
                : "the file ends in the middle of entry " + (i + 1) + " of " + size);
      }
      if (i < words) {
        int number = kept.place(in.bytes(), in.at(), in.at() + length);
        if (number != KeptWords.NONE) {
          byte[] word = Arrays.copyOfRange(in.bytes(), in.at(), in.at() + length);
          part(i, number);
          addPieces(word, number);
        }
      }
      in.skip(length + 1);
      in.readLong();
      int type = in.readByte();
      if (type != (i < words ? 0 : 1)) {
        throw damaged("entry " + (i + 1) + " of type " + type);
      }
    }
    if (pruned || in.readByte() != 0) {
      throw in.bad(
          "the fastText model is quantized (.ftz); a model that is not (.bin), or its vectors"
              + " (.vec), was expected");
    }
  }

  private void part(long row, int number) {
    if (!parts.add(row, number)) {
      throw in.bad("its words have too many pieces for memory; ask for fewer words");
    }
  }

  private void addPieces(byte[] word, int number) {
    if (!Arrays.equals(word, END_OF_SENTENCE.getBytes(StandardCharsets.UTF_8))) {
      subwords.each(word, bucket -> part((long) words + bucket, number));
    }
  }

  private void composeMissing() {
    for (String word : kept.missing()) {
      byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
      int[] pieces = {0};
      if (word.length() <= KeptWords.LONGEST) {
        subwords.each(bytes, bucket -> pieces[0]++);
      }
      if (pieces[0] > 0) {
        addPieces(bytes, kept.compose(word));
      }
    }
  }

  private void readMatrix() throws IOException {
    long rows = in.readLong();
    long columns = in.readLong();
    if (columns != dimension || rows != (long) words + subwords.buckets()) {
      throw damaged("a matrix of " + rows + " rows and " + columns + " columns");
    }
    parts.sort();
    float[] vector = new float[dimension];
    int[] counts = new int[kept.words().size()];
    int next = 0;
    for (long row = 0; row < rows; row++) {
      if (!in.readFinite(vector)) {
        throw in.bad("row " + (row + 1) + " of the matrix has a number that is not finite");
      }
      for (; next < parts.size() && parts.row(next) == row; next++) {
        kept.add(parts.word(next), vector);
        counts[parts.word(next)]++;
      }
    }
    for (int i = 0; i < counts.length; i++) {
      if (!kept.divide(i, counts[i])) {
        throw in.bad("the rows of '" + kept.words().get(i) + "' add up to more than a float holds");
      }
    }
  }

  private BadRecordException damaged(String found) {
    return in.bad("the fastText model is damaged: it says that it has " + found);
  }
}
