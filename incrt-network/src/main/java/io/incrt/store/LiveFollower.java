package io.incrt.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.PlainFiles;
import io.incrt.data.json.Json;
import io.incrt.event.LiveLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Follows live.jsonl while it is written: each poll gives what is new. A line without an end is
 * left for the next poll. Of one thread at a time.
 */
public final class LiveFollower {

  /** A run of a million steps with a line every two seconds stays below it by far. */
  private static final int MOST_BYTES = 256 << 20;

  private static final int MOST_LINE = 1 << 20;

  private static final ObjectReader READER =
      Json.mapper()
          .readerFor(LiveLine.class)
          .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final Path file;
  private byte[] head = {};
  private long offset;
  private int count;

  /** Of the run in a folder. */
  public LiveFollower(Path folder) {
    this.file = LiveLog.file(folder);
  }

  /**
   * What a poll found.
   *
   * @param anew whether the file is another one, so that what was read before does not hold
   * @param lines the new lines
   */
  public record News(boolean anew, List<LiveLine> lines) {}

  /**
   * Reads what is new.
   *
   * @throws java.nio.file.NoSuchFileException if there is no such file
   * @throws CorruptFileException if it cannot be what a run wrote
   */
  public News poll() throws IOException {
    if (PlainFiles.size(file) > MOST_BYTES) {
      throw new CorruptFileException(
          file + " has more than " + MOST_BYTES + " bytes, the most such a file has");
    }
    try (SeekableByteChannel channel =
        Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      boolean anew = head.length == 0 || !isSame(channel);
      if (anew) {
        head = new byte[0];
        offset = 0;
        count = 0;
      }
      byte[] bytes = read(channel, offset, (int) Math.max(0, channel.size() - offset));
      int end = lastBreak(bytes) + 1;
      if (bytes.length - end > MOST_LINE) {
        throw new CorruptFileException(file + ":" + (count + 1) + ": the line does not end");
      }
      List<LiveLine> lines = lines(bytes, end);
      if (head.length == 0 && end > 0) {
        head = Arrays.copyOf(bytes, firstBreak(bytes) + 1);
      }
      offset += end;
      return new News(anew, lines);
    }
  }

  /** Whether the file still begins as it did; its first line has an identity that is drawn anew. */
  private boolean isSame(SeekableByteChannel channel) throws IOException {
    return channel.size() >= offset && Arrays.equals(head, read(channel, 0, head.length));
  }

  private static byte[] read(SeekableByteChannel channel, long from, int length)
      throws IOException {
    ByteBuffer into = ByteBuffer.allocate(length);
    channel.position(from);
    while (into.hasRemaining() && channel.read(into) >= 0) {
      // Until all of it is there, or the file has become shorter.
    }
    return Arrays.copyOf(into.array(), into.position());
  }

  private static int lastBreak(byte[] bytes) {
    int at = bytes.length - 1;
    while (at >= 0 && bytes[at] != '\n') {
      at--;
    }
    return at;
  }

  private static int firstBreak(byte[] bytes) {
    int at = 0;
    while (bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  private List<LiveLine> lines(byte[] bytes, int end) {
    List<LiveLine> lines = new ArrayList<>();
    String text = PlainFiles.text(file.toString(), Arrays.copyOf(bytes, end));
    for (String line : text.lines().toList()) {
      count++;
      try {
        LiveLine read = READER.readValue(line);
        if (count == 1 && !(read instanceof LiveLine.Begun)) {
          throw new CorruptFileException(file + ":1: the file does not begin as a run's log does");
        }
        if (read instanceof LiveLine.Begun begun && begun.format() != LiveLine.Begun.FORMAT) {
          throw new CorruptFileException(
              file + " has format " + begun.format() + ", but this program reads format 1");
        }
        lines.add(read);
      } catch (JsonProcessingException e) {
        throw new CorruptFileException(
            file + ":" + count + ": the file is damaged: " + Json.problem(e));
      }
    }
    return lines;
  }
}
