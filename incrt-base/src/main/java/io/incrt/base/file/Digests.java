package io.incrt.base.file;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** An incremental SHA-256 digest. */
public final class Digests {

  private final MessageDigest sha;

  private Digests() {
    try {
      sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** An empty digest. */
  public static Digests sha256() {
    return new Digests();
  }

  /** Adds a text as UTF-8. */
  public Digests add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds bytes. */
  public Digests add(byte... bytes) {
    sha.update(bytes);
    return this;
  }

  /** Adds the first bytes of an array. */
  public Digests add(byte[] bytes, int length) {
    sha.update(bytes, 0, length);
    return this;
  }

  /** The digest, 32 bytes; resets to empty. */
  public byte[] bytes() {
    return sha.digest();
  }

  /** The digest in hexadecimal, 64 letters; resets to empty. */
  public String hex() {
    return HexFormat.of().formatHex(bytes());
  }
}
