package io.incrt.data.cache;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;

/** Gathers records into blocks and appends these to a file. */
final class BlockWriter implements Closeable {

  private final FileChannel file;
  private final WritableByteChannel out;
  private final boolean words;
  private final BlockTable table;
  private final int least;
  private byte[] buffer = new byte[CacheFormat.BLOCK + (CacheFormat.BLOCK >> 2)];
  private int size;
  private int records;

  /**
   * Goes on behind the blocks of a table; what else is in the file is cut off.
   *
   * @param words whether records are words; otherwise they are letters
   * @param least from how many bytes on a block is written
   * @param disk what is written goes through it, so that a test can fill it
   */
  BlockWriter(
      Path path,
      boolean words,
      BlockTable table,
      int least,
      UnaryOperator<WritableByteChannel> disk)
      throws IOException {
    this.words = words;
    this.table = table;
    this.least = least;
    file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.READ,
            LinkOption.NOFOLLOW_LINKS);
    out = disk.apply(file);
    if (table.size() == 0) {
      file.truncate(0);
      ByteBuffer head = ByteBuffer.allocate(CacheFormat.HEAD);
      head.put(CacheFormat.MAGIC).putInt(CacheFormat.VERSION).putInt(0).flip();
      write(head);
    } else {
      file.truncate(table.end());
      file.position(table.end());
    }
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
  }

  /**
   * Adds a record.
   *
   * @param units its letters or words
   * @param coded these, as a block has them
   * @param length how many bytes of that count
   */
  void add(int label, int units, byte[] coded, int length) throws IOException {
    int most = size + 15 + length;
    if (most > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(most, buffer.length + (buffer.length >> 1)));
    }
    size = put(buffer, size, label);
    size = put(buffer, size, units);
    if (words) {
      size = put(buffer, size, length);
    }
    System.arraycopy(coded, 0, buffer, size, length);
    size += length;
    records++;
    if (size >= least) {
      flush();
    }
  }

  /** Writes a number in as few bytes as it needs, and returns the place behind it. */
  static int put(byte[] target, int at, int number) {
    int rest = number;
    int to = at;
    while (rest > 0x7f) {
      target[to++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    target[to++] = (byte) rest;
    return to;
  }

  /** Writes the block that has begun, if one has. */
  void flush() throws IOException {
    if (records == 0) {
      return;
    }
    CRC32C check = new CRC32C();
    check.update(buffer, 0, size);
    write(ByteBuffer.wrap(buffer, 0, size));
    table.add(size, records, (int) check.getValue());
    size = 0;
    records = 0;
    if (buffer.length > 4 * CacheFormat.BLOCK) {
      buffer = new byte[2 * CacheFormat.BLOCK];
    }
  }

  /** Whether all that was added is written. */
  boolean isWritten() {
    return records == 0;
  }

  /** Where what comes behind the blocks is to be written. */
  WritableByteChannel behind() {
    return out;
  }

  /** Waits until all of it would survive a power failure. */
  void sync() throws IOException {
    file.force(true);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
