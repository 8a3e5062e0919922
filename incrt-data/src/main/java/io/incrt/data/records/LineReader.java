package io.incrt.data.records;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;

/** Lines of a bounded length, counted. A line ends with LF, CR LF or CR. */
final class LineReader implements Closeable {

  private static final char BOM = '\uFEFF';

  private final String name;
  private final Reader reader;
  private final int limit;
  private final char[] buffer = new char[1 << 16];
  private int at;
  private int end;
  private long line;
  private boolean returned;
  private boolean inLine;

  LineReader(String name, Reader reader, int limit) throws IOException {
    this.name = name;
    this.reader = reader;
    this.limit = limit;
    // A pipe may deliver little at a time, but the first line is needed to detect the format.
    boolean more = true;
    while (more && end < buffer.length && !seenFirstLine()) {
      more = fillUp();
    }
    if (end > 0 && buffer[0] == BOM) {
      at++;
    }
  }

  private boolean seenFirstLine() {
    boolean something = false;
    for (int i = 0; i < end; i++) {
      if (something && (buffer[i] == '\n' || buffer[i] == '\r')) {
        return true;
      }
      something |= !Character.isWhitespace(buffer[i]) && buffer[i] != BOM;
    }
    return false;
  }

  /** The place of the last line returned. */
  String place() {
    return name + ":" + line;
  }

  long line() {
    return line;
  }

  /** The buffered characters that come next, up to 65 536, without consuming them. */
  CharSequence ahead() {
    return CharBuffer.wrap(buffer, at, end - at);
  }

  /**
   * The next line without its terminator, null at the end. A line that is too long is consumed and
   * then refused, so that the lines after it can still be read.
   */
  String next() throws IOException {
    if (at == end && !fill()) {
      return null;
    }
    if (returned && buffer[at] == '\n') {
      at++;
    }
    returned = false;
    if (at == end && !fill()) {
      return null;
    }
    line++;
    inLine = true;
    StringBuilder longer = null;
    long length = 0;
    while (true) {
      int from = at;
      while (at < end && buffer[at] != '\n' && buffer[at] != '\r') {
        at++;
      }
      length += at - from;
      boolean ended = at < end;
      if (ended && longer == null && length <= limit) {
        String text = new String(buffer, from, at - from);
        returned = buffer[at++] == '\r';
        inLine = false;
        return text;
      }
      longer = longer == null ? new StringBuilder() : longer;
      if (length <= limit) {
        longer.append(buffer, from, at - from);
      }
      if (ended) {
        returned = buffer[at++] == '\r';
        break;
      }
      if (!fill()) {
        break;
      }
    }
    inLine = false;
    if (length > limit) {
      throw new BadRecordException(
          place(),
          Flaw.LENGTH,
          "the line has "
              + length
              + " characters; a record may have "
              + limit
              + " (data.maxRecordLength)");
    }
    return longer.toString();
  }

  private boolean fill() throws IOException {
    at = 0;
    end = 0;
    return fillUp();
  }

  /** Appends to the buffer; false at the end of the input. */
  private boolean fillUp() throws IOException {
    int more;
    try {
      more = reader.read(buffer, end, buffer.length - end);
    } catch (CharacterCodingException e) {
      throw new BadRecordException(
          name + ":" + (inLine ? line : line + 1),
          Flaw.FILE,
          "the line is not UTF-8 text; other encodings have to be converted first");
    }
    end += Math.max(0, more);
    return more > 0;
  }

  /** The rest of the input, as characters. */
  Reader rest() {
    return new Reader() {
      @Override
      public int read(char[] target, int from, int length) throws IOException {
        if (at == end && !fill()) {
          return -1;
        }
        int moved = Math.min(length, end - at);
        System.arraycopy(buffer, at, target, from, moved);
        for (int i = at; i < at + moved; i++) {
          line += buffer[i] == '\n' ? 1 : 0;
        }
        at += moved;
        return moved;
      }

      @Override
      public void close() throws IOException {
        reader.close();
      }
    };
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
