package io.incrt.base.file;

import java.io.IOException;
import java.io.OutputStream;

/** What a file is to hold, written piece by piece, so that it may be larger than an array. */
@FunctionalInterface
public interface Content {

  /** Writes all of it; the stream is closed by the caller. */
  void writeTo(OutputStream out) throws IOException;

  /** Bytes that are in memory. */
  static Content of(byte... bytes) {
    return out -> out.write(bytes);
  }
}
