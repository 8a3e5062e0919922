package io.incrt.data.vectors;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.Flaw;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Bytes read through a buffer in which lines and numbers are used where they lie. What does not fit
 * into the buffer is refused, so nothing a file says of itself can claim memory.
 */
final class ByteInput {

  /** Room for a line of the most dimensions, generously written. */
  static final int CAPACITY = 1 << 18;

  /** The longest word that is passed over; a longer one shows that the file is something else. */
  static final int LONGEST_WORD = 1 << 16;

  private final String name;
  private final InputStream stream;
  private final byte[] bytes = new byte[CAPACITY];
  private final ByteBuffer numbers = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  private int at;
  private int end;
  private int lineEnd;
  private long line;

  ByteInput(String name, InputStream stream) {
    this.name = name;
    this.stream = stream;
  }

  /** The file is not what it should be. */
  BadRecordException bad(String problem) {
    return new BadRecordException(name, Flaw.FILE, problem);
  }

  /** The last line read is not what it should be. */
  BadRecordException badLine(String problem) {
    return new BadRecordException(name + ":" + line, Flaw.FILE, problem);
  }

  /** The buffer; it changes when anything is read. */
  byte[] bytes() {
    return bytes;
  }

  /** Where the next byte lies in the buffer. */
  int at() {
    return at;
  }

  /** Where the bytes in the buffer end. */
  int end() {
    return end;
  }

  /** Where the line ends that was read last. */
  int lineEnd() {
    return lineEnd;
  }

  void skip(int count) {
    at += count;
  }

  /** Brings the next bytes into the buffer; false if the file ends before. */
  boolean has(int count) throws IOException {
    if (end - at >= count) {
      return true;
    }
    if (at + count > CAPACITY) {
      System.arraycopy(bytes, at, bytes, 0, end - at);
      end -= at;
      at = 0;
    }
    while (end - at < count) {
      int more = stream.read(bytes, end, CAPACITY - end);
      if (more < 0) {
        return false;
      }
      end += more;
    }
    return true;
  }

  /**
   * The length of what comes before the next {@code mark}, which is then in the buffer; −1 if there
   * is none within {@code limit} bytes.
   */
  int before(int mark, int limit) throws IOException {
    int length = 0;
    while (length < limit && has(length + 1)) {
      int until = Math.min(end, at + limit);
      for (int i = at + length; i < until; i++) {
        if (bytes[i] == mark) {
          return i - at;
        }
      }
      length = until - at;
    }
    return -1;
  }

  /**
   * Finds the next line, which lies from {@link #at} to {@link #lineEnd}; false at the end of the
   * file. Call {@link #skipLine} before the next one.
   */
  boolean line() throws IOException {
    if (!has(1)) {
      return false;
    }
    line++;
    int length = before('\n', CAPACITY);
    if (length < 0 && has(CAPACITY)) {
      throw badLine(
          "the line is longer than " + CAPACITY + " bytes; a word and its numbers were expected");
    }
    lineEnd = length < 0 ? end : at + length;
    return true;
  }

  /** Steps over the line. */
  void skipLine() {
    at = Math.min(end, lineEnd + 1);
  }

  int readByte() throws IOException {
    require(Byte.BYTES);
    return bytes[at++];
  }

  int readInt() throws IOException {
    require(Integer.BYTES);
    at += Integer.BYTES;
    return numbers.getInt(at - Integer.BYTES);
  }

  long readLong() throws IOException {
    require(Long.BYTES);
    at += Long.BYTES;
    return numbers.getLong(at - Long.BYTES);
  }

  /** Reads a vector; false if one of its numbers is not finite. */
  boolean readFinite(float[] vector) throws IOException {
    require(vector.length * Float.BYTES);
    boolean finite = true;
    for (int i = 0; i < vector.length; i++) {
      vector[i] = numbers.getFloat(at + i * Float.BYTES);
      finite &= Float.isFinite(vector[i]);
    }
    at += vector.length * Float.BYTES;
    return finite;
  }

  private void require(int count) throws IOException {
    if (!has(count)) {
      throw bad("the file ends in the middle; is it complete?");
    }
  }
}
