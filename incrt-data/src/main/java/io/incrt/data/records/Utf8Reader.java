package io.incrt.data.records;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Decodes UTF-8 and refuses anything else. Unlike an InputStreamReader it delivers the characters
 * before an error first, so that the caller knows the line of the error.
 */
final class Utf8Reader extends Reader {

  private final InputStream stream;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final ByteBuffer bytes = ByteBuffer.allocate(1 << 16).limit(0);
  private boolean ended;
  private CoderResult error;

  Utf8Reader(InputStream stream) {
    this.stream = stream;
  }

  @Override
  public int read(char[] target, int from, int length) throws IOException {
    CharBuffer chars = CharBuffer.wrap(target, from, length);
    while (chars.position() == from && length > 0) {
      if (error != null) {
        error.throwException();
      }
      CoderResult result = decoder.decode(bytes, chars, ended);
      if (result.isError()) {
        error = result;
      } else if (chars.position() == from) {
        if (ended) {
          return -1;
        }
        refill();
      }
    }
    return chars.position() - from;
  }

  private void refill() throws IOException {
    bytes.compact();
    int bytesRead = stream.read(bytes.array(), bytes.position(), bytes.remaining());
    ended = bytesRead < 0;
    bytes.position(bytes.position() + Math.max(0, bytesRead)).flip();
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
