package io.incrt.serve.access;

import com.fasterxml.jackson.core.JsonGenerator;
import io.incrt.data.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * One line of JSON for every request, written by a thread of its own. Nobody who answers waits for
 * it: where lines cannot be written as fast as they come (a disk that is full, a pipe that nobody
 * reads), they are left out and counted.
 */
public final class AccessLog implements Consumer<AccessEntry>, AutoCloseable {

  private static final Logger LOG = System.getLogger(AccessLog.class.getName());
  private static final int MOST_WAITING = 1 << 14;
  private static final int MOST_AT_ONCE = 1024;
  private static final long LOOK_MILLIS = 500;
  private static final long LAST_LINES_MILLIS = 2000;

  /** Where the lines go, which may have to be opened anew. */
  public interface Target extends AutoCloseable {
    /** The stream to write to, now. */
    OutputStream stream() throws IOException;

    @Override
    void close() throws IOException;
  }

  private final BlockingQueue<AccessEntry> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final AtomicLong lost = new AtomicLong();
  private final Target target;
  private final Thread writer = new Thread(this::writeAll, "incrt-access-log");
  private volatile boolean ending;
  private boolean failing;

  /** A log that writes to a target, which it closes in the end. */
  public AccessLog(Target target) {
    this.target = target;
    writer.setDaemon(true);
    writer.start();
  }

  @Override
  public void accept(AccessEntry entry) {
    if (!waiting.offer(entry)) {
      lost.incrementAndGet();
    }
  }

  /** How many lines could not be written. */
  public long lost() {
    return lost.get();
  }

  private void writeAll() {
    List<AccessEntry> batch = new ArrayList<>();
    try {
      while (!ending || !waiting.isEmpty()) {
        AccessEntry first = waiting.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
          batch.add(first);
          waiting.drainTo(batch, MOST_AT_ONCE - 1);
          write(batch);
          batch.clear();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      target.close();
    } catch (IOException e) {
      LOG.log(Logger.Level.WARNING, "the access log could not be closed: " + e.getMessage());
    }
  }

  private void write(List<AccessEntry> batch) {
    try {
      OutputStream out = target.stream();
      // Flushed as one, so that programs which follow the log see whole lines.
      JsonGenerator json = Json.mapper().getFactory().createGenerator(out);
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.setRootValueSeparator(null);
      for (AccessEntry entry : batch) {
        write(json, entry);
        json.writeRaw('\n');
      }
      json.close();
      out.flush();
      failing = false;
    } catch (IOException e) {
      lost.addAndGet(batch.size());
      if (!failing) {
        LOG.log(
            Logger.Level.WARNING,
            "the access log cannot be written, its lines are lost: " + e.getMessage());
      }
      failing = true;
    }
  }

  private static void write(JsonGenerator json, AccessEntry entry) throws IOException {
    Instant time = entry.time().truncatedTo(ChronoUnit.MILLIS);
    json.writeStartObject();
    json.writeStringField("time", time.toString());
    json.writeStringField("remote", entry.remote());
    if (entry.forwardedFor() != null) {
      json.writeStringField("forwardedFor", entry.forwardedFor());
    }
    json.writeStringField("method", entry.method());
    json.writeStringField("path", entry.path());
    json.writeNumberField("status", entry.status());
    json.writeNumberField("bytesIn", entry.bytesIn());
    json.writeNumberField("bytesOut", entry.bytesOut());
    json.writeNumberField("records", entry.records());
    json.writeNumberField("milliseconds", Math.round(entry.milliseconds() * 1000) / 1000.0);
    if (entry.model() != null) {
      json.writeStringField("model", entry.model());
    }
    json.writeStringField("id", entry.id());
    if (entry.cut()) {
      json.writeBooleanField("cut", true);
    }
    json.writeEndObject();
  }

  /** Writes what still waits, unless that takes too long. */
  @Override
  public void close() {
    ending = true;
    try {
      writer.join(LAST_LINES_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
