package io.incrt.data.records;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Tells a sink when the next bytes have to be waited for. */
final class WatchedStream extends FilterInputStream {

  private final RecordSink sink;

  WatchedStream(InputStream in, RecordSink sink) {
    super(in);
    this.sink = sink;
  }

  /** Not every stream can tell; one that cannot may be waited for. */
  private boolean isThere() {
    try {
      return in.available() > 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    if (isThere()) {
      return in.read(target, from, length);
    }
    sink.waits(true);
    try {
      return in.read(target, from, length);
    } finally {
      sink.waits(false);
    }
  }
}
