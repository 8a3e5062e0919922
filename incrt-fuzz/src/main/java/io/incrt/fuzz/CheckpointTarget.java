package io.incrt.fuzz;

import io.incrt.base.file.CorruptFileException;
import io.incrt.store.Checkpoints;
import io.incrt.train.RunState;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Checkpoints, as they are and with a checksum that fits, as an attacker would make them. */
public final class CheckpointTarget {

  private CheckpointTarget() {}

  /** Loads the classes first, which takes longer than any input may. */
  public static void fuzzerInitialize() throws NoSuchAlgorithmException {
    fuzzerTestOneInput(new byte[0]);
  }

  /** Reads the bytes. */
  public static void fuzzerTestOneInput(byte[] data) throws NoSuchAlgorithmException {
    decode(data);
    ByteBuffer sealed = ByteBuffer.allocate(data.length + 32).put(data);
    sealed.put(MessageDigest.getInstance("SHA-256").digest(data));
    decode(sealed.array());
  }

  private static void decode(byte[] content) {
    try {
      Checkpoints.decode(content, RunState.class);
    } catch (CorruptFileException e) {
      if (e.getMessage() == null) {
        throw new IllegalStateException("a refusal must say why", e);
      }
    }
  }
}
