package io.incrt.data.cache;

import io.incrt.base.file.CorruptFileException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A cache's file, numbers big-endian:
 *
 * <pre>
 *   head    16 bytes: INCRTtok, version, 0
 *   blocks  about 1 MB each: records one after the other
 *   tail    what is known of them: {@link CacheTail}
 *   foot    56 bytes: where the tail begins, its bytes, its SHA-256, INCRTend; written last
 * </pre>
 *
 * A record in a block is the number of its label, the number of its letters or words, of words
 * their bytes, and then one byte a letter or the provisional number of each word; numbers but those
 * of letters have 7 bits a byte, the lowest first.
 */
final class CacheFormat {

  static final byte[] MAGIC = "INCRTtok".getBytes(StandardCharsets.US_ASCII);
  static final byte[] END = "INCRTend".getBytes(StandardCharsets.US_ASCII);
  static final int VERSION = 1;
  static final int HEAD = 16;
  static final int FOOT = 56;

  /** From here on a block is written. */
  static final int BLOCK = 1 << 20;

  /** The most bytes of a block: a record of the most letters that may be, and more before it. */
  static final int MOST_BLOCK = 1 << 30;

  private CacheFormat() {}

  /** What to say of a file that is no cache, or none any more. */
  static CorruptFileException damaged(Path file, String problem) {
    return new CorruptFileException(
        file + " " + problem + "; delete it, and training builds it anew");
  }
}
