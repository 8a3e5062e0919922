package io.incrt.data.cache;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.incrt.base.file.Digests;
import io.incrt.data.json.Json;
import io.incrt.data.records.Kind;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What stands behind the blocks of a cache, and by itself in the journal of one that is being
 * built; then the foot, by which it is recognised as whole.
 *
 * @param facts as JSON
 * @param table where the blocks are
 * @param lengths of the training records, in letters or words
 * @param coder with the words, or windows of letters, that occur in them
 * @param held the records that are held out of them to validate on
 * @param sample some of them as they were read, for whoever needs more than tokens
 */
record CacheTail(
    CacheFacts facts,
    BlockTable table,
    LengthCounts lengths,
    RecordCoder coder,
    Chosen held,
    Chosen sample) {

  /** The most records that are held out, and their letters. */
  private static final int HELD = 10_000;

  private static final double HELD_SHARE = 0.1;
  private static final long HELD_LETTERS = 1 << 24;
  private static final int SAMPLE = 1 << 16;
  private static final long SAMPLE_LETTERS = 1 << 24;

  /** That of a cache without records. */
  static CacheTail empty(CacheFacts facts) {
    return new CacheTail(
        facts,
        new BlockTable(),
        new LengthCounts(),
        RecordCoder.of(facts.kind()),
        noneHeld(),
        noneDrawn());
  }

  private static Chosen noneHeld() {
    return new Chosen(HELD_SHARE, HELD, HELD_LETTERS);
  }

  private static Chosen noneDrawn() {
    return new Chosen(1, SAMPLE, SAMPLE_LETTERS);
  }

  /** Whether the records are words; otherwise they are letters. */
  boolean isText() {
    return facts.kind() == Kind.TEXT;
  }

  /** The same with other facts. */
  CacheTail with(CacheFacts others) {
    return new CacheTail(others, table, lengths, coder, held, sample);
  }

  /**
   * Writes it, with the foot.
   *
   * @param offset where in the file it begins
   */
  void write(WritableByteChannel file, long offset) throws IOException {
    Digests digest = Digests.sha256();
    Pieces pieces = new Pieces(file);
    DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(digest.over(pieces), 1 << 16));
    byte[] json = Json.bytes(facts);
    out.writeInt(json.length);
    out.write(json);
    table.write(out);
    lengths.write(out);
    coder.write(out);
    held.write(out);
    sample.write(out);
    out.flush();
    ByteBuffer foot = ByteBuffer.allocate(CacheFormat.FOOT);
    foot.putLong(offset).putLong(pieces.bytes).put(digest.bytes()).put(CacheFormat.END);
    pieces.write(foot.array());
  }

  /** Writes to a channel, and counts. */
  private static final class Pieces extends OutputStream {

    private final WritableByteChannel file;
    private long bytes;

    Pieces(WritableByteChannel file) {
      this.file = file;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one});
    }

    @Override
    public void write(byte[] all, int from, int length) throws IOException {
      ByteBuffer piece = ByteBuffer.wrap(all, from, length);
      while (piece.hasRemaining()) {
        file.write(piece);
      }
      bytes += length;
    }
  }

  /**
   * Reads and checks what {@link #write} wrote at the end of a file.
   *
   * @throws io.incrt.base.file.CorruptFileException if it was changed, or cut short
   */
  static CacheTail read(FileChannel file, Path path) throws IOException {
    long size = file.size();
    ByteBuffer foot = ByteBuffer.allocate(CacheFormat.FOOT);
    byte[] end = new byte[CacheFormat.END.length];
    byte[] digest = new byte[32];
    if (size < CacheFormat.FOOT || !fill(file, foot, size - CacheFormat.FOOT)) {
      throw CacheFormat.damaged(path, "has " + size + " bytes, too few for a token cache");
    }
    long offset = foot.getLong();
    long bytes = foot.getLong();
    foot.get(digest).get(end);
    if (!Arrays.equals(end, CacheFormat.END)) {
      throw CacheFormat.damaged(path, "has no end: it was cut short, or is no token cache");
    }
    if (offset < 0 || bytes < 4 || offset != size - CacheFormat.FOOT - bytes) {
      throw CacheFormat.damaged(path, "has " + size + " bytes, but its end says otherwise");
    }
    Digests found = Digests.sha256();
    try (InputStream in = new Part(file, offset, bytes)) {
      in.transferTo(found.over(OutputStream.nullOutputStream()));
    }
    if (!Arrays.equals(found.bytes(), digest)) {
      throw CacheFormat.damaged(path, "was changed: the checksum of its last part is wrong");
    }
    int most = (int) Math.min(bytes, Integer.MAX_VALUE - 8);
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(new Part(file, offset, bytes), 1 << 16))) {
      int length = in.readInt();
      if (length < 0 || length > most) {
        throw new IOException("its facts have " + length + " bytes");
      }
      CacheFacts facts = Json.mapper().readValue(in.readNBytes(length), CacheFacts.class);
      Kind kind = facts.kind();
      BlockTable table = BlockTable.read(in);
      LengthCounts lengths = LengthCounts.read(in);
      RecordCoder coder = RecordCoder.read(kind, in);
      Chosen held = noneHeld();
      held.read(in, most);
      Chosen sample = noneDrawn();
      sample.read(in, most);
      if (in.read() >= 0
          || (offset > 0 && lengths.records() != table.records())
          || (offset > 0 && table.end() != offset)) {
        throw new IOException("there is more in it than there should be");
      }
      return new CacheTail(facts, table, lengths, coder, held, sample);
    } catch (JsonProcessingException e) {
      throw CacheFormat.damaged(path, "cannot be understood: " + Json.problem(e));
    } catch (IOException | RuntimeException e) {
      throw CacheFormat.damaged(path, "cannot be understood: " + e.getMessage());
    }
  }

  /** Fills a buffer from a place in a file; false if the file ends before. */
  static boolean fill(FileChannel file, ByteBuffer buffer, long from) throws IOException {
    long at = from;
    while (buffer.hasRemaining()) {
      int more = file.read(buffer, at);
      if (more < 0) {
        return false;
      }
      at += more;
    }
    buffer.flip();
    return true;
  }

  /** A part of a file, which stays open. */
  private static final class Part extends InputStream {

    private final FileChannel file;
    private long at;
    private final long end;

    Part(FileChannel file, long from, long bytes) {
      this.file = file;
      at = from;
      end = from + bytes;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      if (at >= end) {
        return -1;
      }
      int most = (int) Math.min(length, end - at);
      int read = file.read(ByteBuffer.wrap(target, from, most), at);
      at += Math.max(0, read);
      return read;
    }
  }
}
