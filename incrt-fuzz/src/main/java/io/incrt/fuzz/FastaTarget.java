package io.incrt.fuzz;

import java.io.IOException;

/** Records of FASTA. */
public final class FastaTarget {

  private FastaTarget() {}

  /** Reads the bytes. */
  public static void fuzzerTestOneInput(byte[] data) throws IOException {
    RecordTarget.run(">a|x\n", data);
  }
}
