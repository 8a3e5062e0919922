package io.incrt.data.vectors;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Writes small files of word vectors, each in one of the formats. */
final class VectorFiles {

  private VectorFiles() {}

  /** A word and its vector. */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  record Entry(String word, float... vector) {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  static byte[] gzip(byte[] content) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  static byte[] floats(float... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES);
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      bytes.putFloat(value);
    }
    return bytes.array();
  }

  static byte[] ints(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES);
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      bytes.putInt(value);
    }
    return bytes.array();
  }

  static byte[] longs(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Long.BYTES);
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    for (long value : values) {
      bytes.putLong(value);
    }
    return bytes.array();
  }

  static byte[] glove(List<Entry> entries) {
    StringBuilder text = new StringBuilder();
    for (Entry entry : entries) {
      text.append(entry.word());
      for (float value : entry.vector()) {
        text.append(' ').append(value);
      }
      text.append('\n');
    }
    return utf8(text.toString());
  }

  private static byte[] header(List<Entry> entries) {
    return utf8(entries.size() + " " + entries.get(0).vector().length + "\n");
  }

  static byte[] word2vecText(List<Entry> entries) {
    return join(header(entries), glove(entries));
  }

  /** With or without a line feed after each entry; both kinds are about. */
  static byte[] word2vecBinary(List<Entry> entries, boolean lineFeeds) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    content.writeBytes(header(entries));
    for (Entry entry : entries) {
      content.writeBytes(utf8(entry.word() + " "));
      content.writeBytes(floats(entry.vector()));
      content.writeBytes(utf8(lineFeeds ? "\n" : ""));
    }
    return content.toByteArray();
  }

  /**
   * A fastText model.
   *
   * @param buckets the rows of the pieces
   */
  record FastText(List<Entry> entries, List<float[]> buckets, int minLetters, int maxLetters) {

    /** The settings, up to the dictionary. */
    byte[] settings(int version) {
      int dimension = entries.get(0).vector().length;
      return join(
          ints(793_712_314, version, dimension, 5, 5, 1, 5, 1, 1, 2),
          ints(buckets.size(), minLetters, maxLetters, 100),
          longs(0));
    }

    byte[] dictionary(long pruned) {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      content.writeBytes(ints(entries.size() + 1, entries.size(), 1));
      content.writeBytes(longs(1000, pruned));
      for (Entry entry : entries) {
        content.writeBytes(join(utf8(entry.word()), new byte[1], longs(7), new byte[1]));
      }
      content.writeBytes(join(utf8("__label__x"), new byte[1], longs(7), new byte[] {1}));
      return content.toByteArray();
    }

    byte[] matrix() {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      content.writeBytes(longs(entries.size() + buckets.size(), entries.get(0).vector().length));
      entries.forEach(entry -> content.writeBytes(floats(entry.vector())));
      buckets.forEach(row -> content.writeBytes(floats(row)));
      return content.toByteArray();
    }

    byte[] file() {
      // After the matrix comes the output matrix, which is of no use here.
      return join(settings(12), dictionary(-1), new byte[1], matrix(), new byte[20]);
    }
  }
}
