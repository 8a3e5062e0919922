package io.incrt.data.records;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;

/** The characters of a stream: gzip is detected and unpacked, then UTF-8 is decoded. */
final class TextSource {

  private TextSource() {}

  static Reader open(String name, InputStream stream, DataSettings limits) throws IOException {
    return new Utf8Reader(PlainBytes.open(name, stream, limits, "UTF-8 text"));
  }
}
