package io.incrt.fuzz;

import io.incrt.base.file.CorruptFileException;
import io.incrt.folder.SafeTensors;

/** The tensors of a model. */
public final class SafeTensorsTarget {

  private SafeTensorsTarget() {}

  /** Loads the classes first, which takes longer than any input may. */
  public static void fuzzerInitialize() {
    fuzzerTestOneInput(new byte[0]);
  }

  /** Reads the bytes. */
  public static void fuzzerTestOneInput(byte[] data) {
    try {
      SafeTensors.read(data);
    } catch (CorruptFileException e) {
      if (e.getMessage() == null) {
        throw new IllegalStateException("a refusal must say why", e);
      }
    }
  }
}
