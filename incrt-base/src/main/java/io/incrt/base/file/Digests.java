package io.incrt.base.file;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
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

  /** A stream that adds what is read through it. */
  public InputStream over(InputStream in) {
    return new DigestInputStream(in, sha);
  }

  /** A stream that adds what is written through it. */
  public OutputStream over(OutputStream out) {
    return new DigestOutputStream(out, sha);
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
