package io.incrt.fuzz;

import java.io.IOException;

/** Records of CSV. */
public final class CsvTarget {

  private CsvTarget() {}

  /** Reads the bytes. */
  public static void fuzzerTestOneInput(byte[] data) throws IOException {
    RecordTarget.run("text,label\n", data);
  }
}
