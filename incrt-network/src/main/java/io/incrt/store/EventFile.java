package io.incrt.store;

import io.incrt.base.file.DurableFiles;
import io.incrt.base.file.PlainFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * A file of events as TensorBoard reads it (TFRecord): for each record its length in eight bytes, a
 * checksum of these, the record, and a checksum of it. A run that goes on writes a file of its own
 * beside those before; TensorBoard reads them in the order of their names.
 */
public final class EventFile implements AutoCloseable {

  /** The folder of such files within a run's folder. */
  public static final String FOLDER = "tensorboard";

  /** TensorBoard takes files for its own that have "tfevents" in their names. */
  private static final Pattern NAME = Pattern.compile("events\\.out\\.tfevents\\.(\\d+)\\.incrt");

  private static final int MASK = 0xa282ead8;

  /** A length and its checksum. */
  private static final int FRAME_BEGIN = Long.BYTES + Integer.BYTES;

  /** What of an event has to be read for its step: no event is shorter. */
  private static final int STEP_WITHIN = 1 + Double.BYTES + 1 + 5;

  private static final byte STEP_KEY = 2 << 3;

  private final Path file;
  private final FileChannel channel;

  private EventFile(Path file) throws IOException {
    this.file = file;
    this.channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Begins a file in a run's folder, behind those of the same run. From these goes what was written
   * after the checkpoint, so that whoever reads them one by one has no step twice, either.
   *
   * @param from the steps made before; with 0 those that are there are of another run, and go
   */
  public static EventFile create(Path run, long from) throws IOException {
    Path folder = run.resolve(FOLDER);
    try {
      PlainFiles.requireDirectory(folder);
      DurableFiles.createDirectories(folder);
      long number = Instant.now().getEpochSecond();
      if (from == 0) {
        forget(run);
      }
      for (Path before : in(run)) {
        number = Math.max(number, number(before) + 1);
        cut(before, from);
      }
      return new EventFile(
          folder.resolve(String.format(Locale.ROOT, "events.out.tfevents.%010d.incrt", number)));
    } catch (IOException e) {
      throw DurableFiles.notWritten(folder, e);
    }
  }

  /** Cuts off what is of later steps, and a record that a kill left unfinished. */
  private static void cut(Path file, long lastStep) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      ByteBuffer begin =
          ByteBuffer.allocate(FRAME_BEGIN + STEP_WITHIN).order(ByteOrder.LITTLE_ENDIAN);
      long at = 0;
      while (channel.read(begin.clear(), at) == begin.capacity()) {
        long length = begin.getLong(0);
        long most = channel.size() - at - FRAME_BEGIN - Integer.BYTES;
        if (length < STEP_WITHIN || length > most || step(begin) > lastStep) {
          break;
        }
        at += FRAME_BEGIN + length + Integer.BYTES;
      }
      channel.truncate(at);
    }
  }

  /** The step of an event, which begins with its time and, as a varint, its step. */
  private static long step(ByteBuffer begin) {
    int at = FRAME_BEGIN + 1 + Double.BYTES;
    if (begin.get(at) != STEP_KEY) {
      return 0;
    }
    long step = 0;
    for (int shift = 0; shift < Long.SIZE && at + 1 < begin.capacity(); shift += 7) {
      at++;
      step |= (long) (begin.get(at) & 0x7f) << shift;
      if (begin.get(at) >= 0) {
        break;
      }
    }
    return step;
  }

  /** Deletes those of a run; other files in their folder stay. */
  static void forget(Path run) throws IOException {
    for (Path file : in(run)) {
      Files.delete(file);
    }
  }

  /** The files of a run that this program has written. */
  private static List<Path> in(Path run) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(run.resolve(FOLDER))) {
      for (Path file : all) {
        if (number(file) >= 0) {
          files.add(file);
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      // There are none; whoever wants to write some is told what is in the way.
    }
    return files;
  }

  /** The number in a file's name; −1 if it is no such name. */
  private static long number(Path file) {
    Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
    return name.matches() && name.group(1).length() < 18 ? Long.parseLong(name.group(1)) : -1;
  }

  /** Appends a record: readers see it at once. */
  public void write(byte[] record) throws IOException {
    byte[] length =
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(record.length).array();
    ByteBuffer framed = ByteBuffer.allocate(record.length + 16).order(ByteOrder.LITTLE_ENDIAN);
    framed.put(length).putInt(checksum(length)).put(record).putInt(checksum(record)).flip();
    try {
      while (framed.hasRemaining()) {
        channel.write(framed);
      }
    } catch (IOException e) {
      throw DurableFiles.notWritten(file, e);
    }
  }

  /** Waits until what was written is on the disk. */
  public void sync() throws IOException {
    try {
      channel.force(false);
    } catch (IOException e) {
      throw DurableFiles.notWritten(file, e);
    }
  }

  /** CRC-32C, masked as TFRecord has it: the checksum of data with checksums inside is weak. */
  static int checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length);
    return Integer.rotateRight((int) crc.getValue(), 15) + MASK;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
