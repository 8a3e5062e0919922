package io.incrt.fuzz;

import java.io.IOException;

/** Records of whatever it turns out to be, gzip among it. */
public final class AnyTarget {

  private AnyTarget() {}

  /** Reads the bytes. */
  public static void fuzzerTestOneInput(byte[] data) throws IOException {
    RecordTarget.run("", data);
  }
}
