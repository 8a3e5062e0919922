package io.incrt;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** The characters of a reader as UTF-8, so that they pass the checks that a file passes. */
final class ReaderBytes extends InputStream {

  private static final int CHARS = 1 << 13;

  private final Reader reader;
  private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
  private final CharBuffer chars = CharBuffer.allocate(CHARS).limit(0);
  private final ByteBuffer bytes = ByteBuffer.allocate(4 * CHARS).limit(0);
  private boolean ended;

  ReaderBytes(Reader reader) {
    this.reader = reader;
  }

  @Override
  public int read() throws IOException {
    return fill() ? bytes.get() & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, bytes.remaining());
    bytes.get(target, from, count);
    return count;
  }

  /** Whether there is a byte to read. */
  private boolean fill() throws IOException {
    while (!bytes.hasRemaining()) {
      if (ended && !chars.hasRemaining()) {
        return false;
      }
      if (!ended) {
        chars.compact();
        int count = reader.read(chars.array(), chars.position(), chars.remaining());
        ended = count < 0;
        chars.position(chars.position() + Math.max(0, count)).flip();
      }
      bytes.clear();
      CoderResult result = encoder.encode(chars, bytes, ended);
      bytes.flip();
      if (result.isError()) {
        throw new IOException("the reader's text has half a character (a lone surrogate) in it");
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
