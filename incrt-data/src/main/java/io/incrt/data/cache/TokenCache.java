package io.incrt.data.cache;

import io.incrt.base.file.PlainFiles;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A cache that was built, opened to be read. Each block is checked whenever it is read. Any number
 * of threads may read at once.
 */
final class TokenCache implements Closeable {

  private final Path path;
  private final FileChannel file;
  private final BlockTable table;
  private final boolean words;
  private final int labels;

  private TokenCache(Path path, FileChannel file, CacheTail tail) {
    this.path = path;
    this.file = file;
    this.table = tail.table();
    this.words = tail.coder() instanceof WordCoder;
    this.labels = tail.facts().labels().size();
  }

  /** A cache with what is behind its blocks, which need not be kept. */
  record Opened(TokenCache cache, CacheTail tail) {}

  /**
   * Opens a cache.
   *
   * @throws io.incrt.base.file.CorruptFileException if it is not one, or not whole
   */
  static Opened open(Path path) throws IOException {
    PlainFiles.size(path);
    FileChannel file = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    try {
      requireHead(file, path);
      CacheTail tail = CacheTail.read(file, path);
      return new Opened(new TokenCache(path, file, tail), tail);
    } catch (IOException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
  }

  private static void requireHead(FileChannel file, Path path) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(CacheFormat.HEAD);
    byte[] magic = new byte[CacheFormat.MAGIC.length];
    if (!CacheTail.fill(file, head, 0)) {
      throw CacheFormat.damaged(path, "has " + file.size() + " bytes, too few for a token cache");
    }
    head.get(magic);
    int version = head.getInt();
    if (!Arrays.equals(magic, CacheFormat.MAGIC)) {
      throw CacheFormat.damaged(path, "is no token cache: it does not begin with INCRTtok");
    }
    if (version != CacheFormat.VERSION || head.getInt() != 0) {
      throw CacheFormat.damaged(
          path, "is of format " + version + ", where this version reads " + CacheFormat.VERSION);
    }
  }

  BlockTable table() {
    return table;
  }

  /**
   * Reads a block.
   *
   * @throws io.incrt.base.file.CorruptFileException if it is not what was written
   */
  Block block(int number) {
    byte[] bytes = new byte[table.bytes(number)];
    try {
      if (!CacheTail.fill(file, ByteBuffer.wrap(bytes), table.offset(number))) {
        throw CacheFormat.damaged(path, "ends within block " + number + ": it was cut short");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(path + " cannot be read: " + e.getMessage(), e);
    }
    CRC32C check = new CRC32C();
    check.update(bytes);
    if ((int) check.getValue() != table.check(number)) {
      throw CacheFormat.damaged(path, "was changed: the checksum of block " + number + " is wrong");
    }
    try {
      return new Block(bytes, table.records(number), words, labels);
    } catch (IllegalArgumentException e) {
      throw CacheFormat.damaged(path, "cannot be used: in block " + number + " " + e.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
