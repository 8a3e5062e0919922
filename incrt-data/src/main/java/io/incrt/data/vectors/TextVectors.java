package io.incrt.data.vectors;

import io.incrt.data.records.BadRecordException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * Reads a word and its numbers from each line. The last numbers of a line are the vector and
 * everything before is the word, since there are words with blanks in them ({@code . . .} in
 * GloVe).
 */
final class TextVectors {

  private static final Set<String> NOT_FINITE = Set.of("nan", "inf", "infinity");

  private final ByteInput in;
  private final KeptWords kept;
  private final float[] vector;
  private final String why;

  private TextVectors(ByteInput in, KeptWords kept, int dimension, String why) {
    this.in = in;
    this.kept = kept;
    this.vector = new float[dimension];
    this.why = why;
  }

  /** Reads what follows a header. */
  static void read(ByteInput in, KeptWords kept, Header header) throws IOException {
    long found = 0;
    TextVectors reader = new TextVectors(in, kept, header.dimension(), "the header says so");
    while (in.line()) {
      found += reader.entry() ? 1 : 0;
      in.skipLine();
      if (found > header.count()) {
        throw in.badLine(
            "the header says that there are "
                + header.count()
                + " words, but here is one more; the first line must be 'words dimensions'");
      }
    }
    if (found < header.count()) {
      throw in.badLine(
          "the header says that there are "
              + header.count()
              + " words, but the file ends after "
              + found
              + "; is it complete? If it was cut on purpose, its first line should be '"
              + found
              + " "
              + header.dimension()
              + "'");
    }
  }

  /** Reads a file without a header; gives the dimension, which its first line has. */
  static int read(ByteInput in, KeptWords kept) throws IOException {
    TextVectors reader = null;
    while (in.line()) {
      if (reader == null && in.at() < trimmed(in.bytes(), in.at(), in.lineEnd())) {
        reader = new TextVectors(in, kept, dimension(in), "the first line has as many");
      }
      if (reader != null) {
        reader.entry();
      }
      in.skipLine();
    }
    if (reader == null) {
      throw in.bad("there are only blanks in it; a file of word vectors was expected");
    }
    return reader.vector.length;
  }

  /** How many numbers end the line, leaving at least one column for the word. */
  private static int dimension(ByteInput in) {
    byte[] bytes = in.bytes();
    int to = trimmed(bytes, in.at(), in.lineEnd());
    int count = 0;
    while (to > in.at()) {
      int from = fieldStart(bytes, in.at(), to);
      if (!isNumber(bytes, from, to) || from == in.at()) {
        break;
      }
      count++;
      to = trimmed(bytes, in.at(), from);
    }
    // A sentence and its label end with one number too.
    if (count < 2) {
      throw in.badLine(
          "this is no file of word vectors: the first line should be a word and at least two"
              + " numbers (GloVe), or the number of words and of dimensions (word2vec, fastText)");
    }
    return Header.dimension(count, "the first line", in);
  }

  private static boolean isNumber(byte[] bytes, int from, int to) {
    if (!Float.isNaN(Decimal.parse(bytes, from, to))) {
      return true;
    }
    String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    return NOT_FINITE.contains(text.toLowerCase(Locale.ROOT).replaceFirst("^[-+]", ""));
  }

  /** Takes the line; false if it is blank. */
  private boolean entry() {
    byte[] bytes = in.bytes();
    int start = in.at();
    int to = trimmed(bytes, start, in.lineEnd());
    if (to == start) {
      return false;
    }
    for (int i = vector.length - 1; i >= 0; i--) {
      int from = fieldStart(bytes, start, to);
      if (from == start) {
        throw wrongColumns();
      }
      vector[i] = Decimal.parse(bytes, from, to);
      if (!Float.isFinite(vector[i])) {
        throw wrongNumber(shown(from, to));
      }
      to = trimmed(bytes, start, from);
    }
    int last = fieldStart(bytes, start, to);
    if (last > start && !Float.isNaN(Decimal.parse(bytes, last, to))) {
      throw wrongColumns();
    }
    int number = kept.place(bytes, start, to);
    if (number != KeptWords.NONE) {
      kept.store(number, vector);
    }
    return true;
  }

  private BadRecordException wrongNumber(String found) {
    if (columns() <= vector.length) {
      return wrongColumns();
    }
    return in.badLine(
        "'"
            + found
            + "' is not a finite number; a word and "
            + vector.length
            + " numbers were expected, because "
            + why);
  }

  private BadRecordException wrongColumns() {
    return in.badLine(
        "the line has "
            + columns()
            + (columns() == 1 ? " column" : " columns")
            + "; a word and "
            + vector.length
            + (vector.length == 1 ? " number" : " numbers")
            + " were expected, because "
            + why);
  }

  private int columns() {
    int columns = 0;
    int to = trimmed(in.bytes(), in.at(), in.lineEnd());
    while (to > in.at()) {
      columns++;
      to = trimmed(in.bytes(), in.at(), fieldStart(in.bytes(), in.at(), to));
    }
    return columns;
  }

  private String shown(int from, int to) {
    String text = new String(in.bytes(), from, to - from, StandardCharsets.UTF_8);
    return text.length() <= 40 ? text : text.substring(0, 40) + "…";
  }

  private static int fieldStart(byte[] bytes, int start, int to) {
    int from = to;
    while (from > start && bytes[from - 1] != ' ' && bytes[from - 1] != '\t') {
      from--;
    }
    return from;
  }

  private static int trimmed(byte[] bytes, int start, int end) {
    int to = end;
    while (to > start && (bytes[to - 1] == ' ' || bytes[to - 1] == '\t' || bytes[to - 1] == '\r')) {
      to--;
    }
    return to;
  }
}
