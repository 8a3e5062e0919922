package io.incrt.fuzz;

import io.incrt.base.file.CorruptFileException;
import io.incrt.data.cache.CachedRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Token caches, as they are and with a head and a foot that fit, as an attacker would make them.
 */
public final class CacheTarget {

  private static final int HEAD = 16;
  private static final int FOOT = 56;

  private CacheTarget() {}

  /** Loads the classes first, which takes longer than any input may. */
  public static void fuzzerInitialize() throws IOException, NoSuchAlgorithmException {
    fuzzerTestOneInput(new byte[0]);
  }

  /** Reads the bytes. */
  public static void fuzzerTestOneInput(byte[] data) throws IOException, NoSuchAlgorithmException {
    Path file = Files.createTempFile("cache", ".tokens");
    try {
      verify(Files.write(file, data));
      verify(Files.write(file, sealed(data)));
    } finally {
      Files.delete(file);
    }
  }

  private static byte[] sealed(byte[] tail) throws NoSuchAlgorithmException {
    ByteBuffer file = ByteBuffer.allocate(HEAD + tail.length + FOOT);
    file.put("INCRTtok".getBytes(StandardCharsets.US_ASCII)).putInt(1).putInt(0).put(tail);
    file.putLong(HEAD).putLong(tail.length);
    file.put(MessageDigest.getInstance("SHA-256").digest(tail));
    return file.put("INCRTend".getBytes(StandardCharsets.US_ASCII)).array();
  }

  private static void verify(Path file) throws IOException {
    try {
      CachedRecords.verify(file);
    } catch (CorruptFileException e) {
      if (e.getMessage() == null || !e.getMessage().startsWith(file.toString())) {
        throw new IllegalStateException("a refusal must say why, and of which file", e);
      }
    }
  }
}
