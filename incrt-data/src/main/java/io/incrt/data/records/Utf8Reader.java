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
 * Decodes UTF-8 and refuses anything else. What stands before a mistake is handed over first, which
 * is why this is not an InputStreamReader: the reader then knows the line the mistake is in.
 */
final class Utf8Reader extends Reader {

  private final InputStream stream;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final ByteBuffer bytes = ByteBuffer.allocate(1 << 16).limit(0);
  private boolean ended;
  private CoderResult mistake;

  Utf8Reader(InputStream stream) {
    this.stream = stream;
  }

  @Override
  public int read(char[] target, int from, int length) throws IOException {
    CharBuffer chars = CharBuffer.wrap(target, from, length);
    while (chars.position() == from && length > 0) {
      if (mistake != null) {
        mistake.throwException();
      }
      CoderResult result = decoder.decode(bytes, chars, ended);
      if (result.isError()) {
        mistake = result;
      } else if (chars.position() == from) {
        if (ended) {
          return -1;
        }
        more();
      }
    }
    return chars.position() - from;
  }

  private void more() throws IOException {
    bytes.compact();
    int found = stream.read(bytes.array(), bytes.position(), bytes.remaining());
    ended = found < 0;
    bytes.position(bytes.position() + Math.max(0, found)).flip();
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
