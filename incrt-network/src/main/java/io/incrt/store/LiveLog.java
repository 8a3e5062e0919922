package io.incrt.store;

import com.fasterxml.jackson.databind.ObjectWriter;
import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.DurableFiles;
import io.incrt.data.json.Json;
import io.incrt.event.GrowthEvent;
import io.incrt.event.LiveLine;
import io.incrt.event.Moment;
import io.incrt.event.Validation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Writes live.jsonl, what a run says while it goes on, line by line. The file is no part of the
 * model: no manifest names it, and it may be deleted.
 *
 * <p>It says the same as the checkpoints. A run that goes on from one cuts off what was written
 * after it; where the file does not fit the checkpoint (it was deleted, or a power failure took its
 * end) it is made anew from what the checkpoint remembers.
 */
public final class LiveLog implements AutoCloseable {

  /** The name of the file. */
  public static final String NAME = "live.jsonl";

  private static final ObjectWriter WRITER = Json.mapper().writerFor(LiveLine.class);

  private final Path file;
  private final FileChannel channel;

  private LiveLog(Path file) throws IOException {
    this.file = file;
    this.channel =
        FileChannel.open(
            file, StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
  }

  /** The file in a run's folder. */
  static Path file(Path folder) {
    return folder.resolve(NAME);
  }

  /** The time as lines have it. */
  public static String now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
  }

  /** Begins the log of a run in place of that of an earlier one. */
  public static LiveLog begin(Path folder, LiveLine.Begun begun) throws IOException {
    return written(folder, List.of(begun));
  }

  /**
   * Goes on with the log of a run that goes on from a checkpoint.
   *
   * @param begun the new first line
   * @param log what happened up to the checkpoint
   */
  public static LiveLog resume(Path folder, LiveLine.Begun begun, RunFiles.RunLog log)
      throws IOException {
    List<LiveLine> lines = new ArrayList<>(List.of(begun));
    List<LiveLine> kept = keptOf(folder, begun.from());
    lines.addAll(says(kept, log) ? kept : remembered(begun, log));
    lines.add(new LiveLine.Resumed(begun.at(), begun.from()));
    return written(folder, lines);
  }

  private static LiveLog written(Path folder, List<LiveLine> lines) throws IOException {
    StringBuilder text = new StringBuilder();
    for (LiveLine line : lines) {
      text.append(WRITER.writeValueAsString(line)).append('\n');
    }
    Path file = file(folder);
    DurableFiles.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
    return new LiveLog(file);
  }

  /** The lines up to a checkpoint, without the first; none if it is not among them. */
  private static List<LiveLine> keptOf(Path folder, long step) throws IOException {
    List<LiveLine> lines;
    try {
      lines = new LiveFollower(folder).poll().lines();
    } catch (CorruptFileException | NoSuchFileException e) {
      return List.of();
    }
    for (int i = lines.size() - 1; i >= 0; i--) {
      if (lines.get(i) instanceof LiveLine.Saved saved && saved.step() == step) {
        return lines.subList(Math.min(1, i), i + 1);
      }
    }
    return List.of();
  }

  /** Whether lines say what happened. */
  private static boolean says(List<LiveLine> lines, RunFiles.RunLog log) {
    List<GrowthEvent> growth = new ArrayList<>();
    List<Validation> metrics = new ArrayList<>();
    List<Moment> history = new ArrayList<>();
    for (LiveLine line : lines) {
      if (line instanceof LiveLine.Grew grew) {
        growth.add(grew.event());
      } else if (line instanceof LiveLine.Validated validated) {
        metrics.add(validated.validation());
      } else if (line instanceof LiveLine.Noted noted) {
        history.add(noted.moment());
      }
    }
    return growth.equals(log.growth())
        && metrics.equals(log.metrics())
        && history.equals(log.history());
  }

  /** The same from a checkpoint; when it happened is not known. */
  private static List<LiveLine> remembered(LiveLine.Begun begun, RunFiles.RunLog log) {
    record Dated(long step, LiveLine line) {}
    List<Dated> lines = new ArrayList<>();
    for (Moment moment : log.history()) {
      lines.add(new Dated(moment.step(), new LiveLine.Noted(begun.at(), moment)));
    }
    for (GrowthEvent event : log.growth()) {
      lines.add(new Dated(event.step(), new LiveLine.Grew(begun.at(), event)));
    }
    for (Validation validation : log.metrics()) {
      double score = validation.figure(begun.score());
      lines.add(
          new Dated(validation.step(), new LiveLine.Validated(begun.at(), validation, score)));
    }
    lines.sort(Comparator.comparingLong(Dated::step));
    List<LiveLine> remembered = new ArrayList<>(lines.stream().map(Dated::line).toList());
    remembered.add(new LiveLine.Saved(begun.at(), begun.from()));
    return remembered;
  }

  /** Appends a line: readers see it at once. */
  public void write(LiveLine line) throws IOException {
    byte[] bytes = (WRITER.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
    } catch (IOException e) {
      throw DurableFiles.notWritten(file, e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
