package io.incrt.bench.load;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** Puts the answers of one connection together, piece by piece. */
final class ResponseReader {

  /**
   * An answer.
   *
   * @param close whether the server closes the connection after it
   * @param saysWhen whether it says when to come back
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
  record Response(int status, byte[] body, boolean close, boolean saysWhen) {}

  /** What comes is no HTTP. */
  static final class NoHttpException extends Exception {
    private static final long serialVersionUID = 1;

    NoHttpException(String message) {
      super(message);
    }
  }

  private static final int FIRST = 4096;
  private static final int CONTINUE_BELOW = 200;

  private byte[] bytes = new byte[FIRST];
  private int length;

  /** Adds what came. */
  void add(ByteBuffer piece) {
    int more = piece.remaining();
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
    piece.get(bytes, length, more);
    length += more;
  }

  /** The answer that is there; null while it is not whole. */
  Response next() throws NoHttpException {
    while (true) {
      int end = headEnd();
      if (end < 0) {
        return null;
      }
      String[] lines = new String(bytes, 0, end, StandardCharsets.ISO_8859_1).split("\r\n", -1);
      if (!lines[0].matches("HTTP/1\\.[01] [1-5][0-9]{2}( .*)?")) {
        throw new NoHttpException("'" + lines[0] + "' is no status line");
      }
      int status = Integer.parseInt(lines[0].substring(9, 12));
      if (status >= CONTINUE_BELOW) {
        return whole(status, lines, end + 4);
      }
      drop(end + 4);
    }
  }

  private int headEnd() {
    for (int i = 0; i + 3 < length; i++) {
      if (bytes[i] == '\r'
          && bytes[i + 1] == '\n'
          && bytes[i + 2] == '\r'
          && bytes[i + 3] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private Response whole(int status, String[] lines, int from) throws NoHttpException {
    int size = -1;
    boolean chunked = false;
    boolean close = lines[0].startsWith("HTTP/1.0");
    boolean saysWhen = false;
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      String name = lines[i].substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT);
      String value = lines[i].substring(colon + 1).strip();
      switch (name) {
        case "content-length" -> size = number(value, 10);
        case "transfer-encoding" -> chunked = value.equalsIgnoreCase("chunked");
        case "connection" -> close = value.equalsIgnoreCase("close");
        case "retry-after" -> saysWhen = value.matches("[0-9]+");
        default -> {}
      }
    }
    if (chunked) {
      return chunks(status, from, close, saysWhen);
    }
    if (size < 0) {
      throw new NoHttpException("an answer of no said length");
    }
    if (length < from + size) {
      return null;
    }
    byte[] body = Arrays.copyOfRange(bytes, from, from + size);
    drop(from + size);
    return new Response(status, body, close, saysWhen);
  }

  private static int number(String text, int radix) throws NoHttpException {
    try {
      return Integer.parseUnsignedInt(text, radix);
    } catch (NumberFormatException e) {
      throw new NoHttpException("'" + text + "' is no length");
    }
  }

  private Response chunks(int status, int from, boolean close, boolean saysWhen)
      throws NoHttpException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int at = from;
    while (true) {
      int line = at;
      while (line + 1 < length && !(bytes[line] == '\r' && bytes[line + 1] == '\n')) {
        line++;
      }
      if (line + 1 >= length) {
        return null;
      }
      String said = new String(bytes, at, line - at, StandardCharsets.ISO_8859_1);
      int size = number(said.split(";", 2)[0].strip(), 16);
      int next = line + 2 + size + 2;
      if (next > length) {
        return null;
      }
      body.write(bytes, line + 2, size);
      at = next;
      if (size == 0) {
        drop(at);
        return new Response(status, body.toByteArray(), close, saysWhen);
      }
    }
  }

  private void drop(int count) {
    System.arraycopy(bytes, count, bytes, 0, length - count);
    length -= count;
  }
}
