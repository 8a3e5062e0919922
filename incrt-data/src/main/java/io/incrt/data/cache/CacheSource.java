package io.incrt.data.cache;

import static io.incrt.base.Given.given;

import io.incrt.base.file.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file that a cache was built of.
 *
 * @param path where it was
 * @param size its bytes
 * @param changed when it was changed last, in milliseconds
 * @param sha256 of its bytes; empty while they are being read
 */
record CacheSource(String path, long size, long changed, String sha256) {

  /** Requires all of it. */
  CacheSource {
    given(path, "path");
    given(sha256, "sha256");
  }

  private static final int BEGINNING = 1 << 20;

  /** A file as it is now, unread. */
  static CacheSource of(Path file) throws IOException {
    return new CacheSource(
        file.toAbsolutePath().normalize().toString(),
        Files.size(file),
        Files.getLastModifiedTime(file).toMillis(),
        "");
  }

  /** The same once it is read. */
  CacheSource read(String digest) {
    return new CacheSource(path, size, changed, digest);
  }

  /** Whether it is the same file, and nobody has written to it since. */
  boolean isUntouched(CacheSource now) {
    return path.equals(now.path) && size == now.size && changed == now.changed;
  }

  /** The digest of a file's first megabyte. */
  static byte[] beginning(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return Digests.sha256().add(in.readNBytes(BEGINNING)).bytes();
    }
  }

  /** The SHA-256 of a file. */
  static String digest(Path file) throws IOException {
    Digests sha = Digests.sha256();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] piece = new byte[1 << 18];
      OutputStream all = sha.over(OutputStream.nullOutputStream());
      int length = in.read(piece);
      while (length >= 0) {
        all.write(piece, 0, length);
        length = in.read(piece);
      }
    }
    return sha.hex();
  }
}
