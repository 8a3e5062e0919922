package io.incrt.data.records;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The bytes of a stream: gzip (of one or several members) is detected and unpacked within limits,
 * and formats that are certainly something else are refused by name.
 */
public final class PlainBytes {

  private static final int BUFFER = 1 << 16;
  private static final long FREE = 1 << 20;

  private PlainBytes() {}

  /**
   * Opens a stream.
   *
   * @param name the name of the stream in messages
   * @param expected what the file should be, to precede "was expected, plain or gzip"
   */
  public static InputStream open(
      String name, InputStream stream, DataSettings limits, String expected) throws IOException {
    Counted raw = new Counted(new BufferedInputStream(stream, BUFFER));
    byte[] start = raw.peek(6);
    if (startsWith(start, 0x1f, 0x8b)) {
      try {
        return new Unpacked(name, raw, limits.maxGzipRatio());
      } catch (EOFException | ZipException e) {
        throw broken(name, e);
      }
    }
    refuseOtherFormats(name, start, expected);
    return raw;
  }

  private static void refuseOtherFormats(String name, byte[] start, String expected) {
    String format = null;
    if (startsWith(start, 'P', 'K', 3, 4)) {
      format = "a ZIP archive (or a spreadsheet)";
    } else if (startsWith(start, 'B', 'Z', 'h')) {
      format = "packed with bzip2";
    } else if (startsWith(start, 0xfd, '7', 'z', 'X', 'Z')) {
      format = "packed with xz";
    } else if (startsWith(start, 0x28, 0xb5, 0x2f, 0xfd)) {
      format = "packed with zstd";
    } else if (startsWith(start, 'P', 'A', 'R', '1')) {
      format = "a Parquet file";
    } else if (startsWith(start, 0xff, 0xfe) || startsWith(start, 0xfe, 0xff)) {
      format = "UTF-16 text";
    }
    if (format != null) {
      throw new BadRecordException(
          name + ":1",
          Flaw.FILE,
          "the file is " + format + "; " + expected + " was expected, plain or gzip");
    }
  }

  private static boolean startsWith(byte[] bytes, int... expected) {
    if (bytes.length < expected.length) {
      return false;
    }
    for (int i = 0; i < expected.length; i++) {
      if ((bytes[i] & 0xff) != expected[i]) {
        return false;
      }
    }
    return true;
  }

  private static BadRecordException broken(String name, IOException e) {
    return new BadRecordException(
        name,
        Flaw.FILE,
        e instanceof EOFException
            ? "the gzip data ends in the middle; is the file complete?"
            : "the gzip data is damaged (" + e.getMessage() + ")");
  }

  /** Counts the bytes read, and can always tell whether more follow. */
  private static final class Counted extends FilterInputStream {

    private long count;

    Counted(BufferedInputStream in) {
      super(in);
    }

    /**
     * The first bytes, up to the end of the first line: who writes slowly may wait for its answer.
     */
    byte[] peek(int bytes) throws IOException {
      in.mark(bytes);
      byte[] head = new byte[bytes];
      int count = 0;
      int next = 0;
      while (count < bytes && next != '\n' && (next = in.read()) >= 0) {
        head[count++] = (byte) next;
      }
      in.reset();
      return Arrays.copyOf(head, count);
    }

    @Override
    public int read() throws IOException {
      int value = in.read();
      count += value < 0 ? 0 : 1;
      return value;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      int bytesRead = in.read(target, from, length);
      count += Math.max(0, bytesRead);
      return bytesRead;
    }

    /** GZIPInputStream asks this to see if another member follows; a pipe would answer 0. */
    @Override
    public int available() throws IOException {
      return peek(1).length;
    }
  }

  /** Unpacks, and refuses data that expands too much or is followed by something else. */
  private static final class Unpacked extends GZIPInputStream {

    private static final int TRAILER = 8;

    private final String name;
    private final Counted packed;
    private final long maxRatio;
    private long count;

    Unpacked(String name, Counted packed, long maxRatio) throws IOException {
      super(packed, BUFFER);
      this.name = name;
      this.packed = packed;
      this.maxRatio = maxRatio;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      int bytesRead;
      try {
        bytesRead = super.read(target, from, length);
      } catch (EOFException | ZipException e) {
        throw broken(name, e);
      }
      if (bytesRead < 0) {
        requireNothingMore();
        return bytesRead;
      }
      count += bytesRead;
      if (count > FREE && count > maxRatio * packed.count) {
        throw new BadRecordException(
            name,
            Flaw.FILE,
            "the gzip data unpacks to more than "
                + maxRatio
                + " times its size (data.maxGzipRatio)");
      }
      return bytesRead;
    }

    private void requireNothingMore() {
      int left = inf.getRemaining() - TRAILER;
      for (int i = len - Math.max(0, left); i < len; i++) {
        if (buf[i] != 0) {
          throw new BadRecordException(
              name, Flaw.FILE, "something that is not gzip follows the gzip data");
        }
      }
    }
  }
}
