package io.incrt.data.vectors;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Reads words, each followed by a blank and its numbers as little-endian floats. */
final class BinaryVectors {

  private BinaryVectors() {}

  /** Reads what follows a header. */
  static void read(ByteInput in, KeptWords kept, Header header) throws IOException {
    float[] vector = new float[header.dimension()];
    for (long i = 1; i <= header.count(); i++) {
      // Some programs end an entry with a line feed and some do not.
      while (in.has(1) && in.bytes()[in.at()] == '\n') {
        in.skip(1);
      }
      int length = in.before(' ', ByteInput.LONGEST_WORD);
      if (length < 0) {
        throw in.bad(
            in.has(ByteInput.LONGEST_WORD)
                ? "word " + i + " is longer than 65536 bytes; the file is damaged"
                : cut(i, header));
      }
      String word = new String(in.bytes(), in.at(), Math.min(length, 40), StandardCharsets.UTF_8);
      int number = kept.place(in.bytes(), in.at(), in.at() + length);
      in.skip(length + 1);
      if (!in.has(vector.length * Float.BYTES)) {
        throw in.bad(cut(i, header));
      }
      if (!in.readFinite(vector)) {
        throw in.bad(
            "the vector of word " + i + ", '" + word + "', has a number that is not finite");
      }
      if (number != KeptWords.NONE) {
        kept.store(number, vector);
      }
    }
    while (in.has(1)) {
      if (in.readByte() != '\n') {
        throw in.bad("more follows after the " + header.count() + " words that the header says");
      }
    }
  }

  private static String cut(long word, Header header) {
    return "the file ends in the middle of word "
        + word
        + ", but the header says that there are "
        + header.count()
        + "; is it complete?";
  }
}
