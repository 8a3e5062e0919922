package io.incrt.fuzz;

import java.io.IOException;

/** Records of JSONL. */
public final class JsonLinesTarget {

  private JsonLinesTarget() {}

  /** Reads the bytes. */
  public static void fuzzerTestOneInput(byte[] data) throws IOException {
    RecordTarget.run("{", data);
  }
}
