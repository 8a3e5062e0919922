package io.incrt.data.cache;

import io.incrt.base.file.Digests;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.RecordReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Reads the records of a file in a thread of its own, some of them ahead of who takes them. */
final class ReadAhead implements AutoCloseable {

  private static final int AHEAD = 8;
  private static final int RECORDS = 2048;
  private static final int LETTERS = 1 << 18;

  /** Ends the reading of records that nobody wants any more. */
  private static final class NotWanted extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final BlockingQueue<List<LabelledSequence>> queue = new ArrayBlockingQueue<>(AHEAD);
  private final Thread thread;
  private final Digests digest = Digests.sha256();
  private List<LabelledSequence> gathered = new ArrayList<>(RECORDS);
  private int letters;
  private volatile long bytes;
  private volatile boolean closed;
  private volatile Throwable failure;

  ReadAhead(Path file, String name, RecordReader reader) {
    thread = new Thread(() -> read(file, name, reader), "record-reader");
    thread.setDaemon(true);
    thread.start();
  }

  private void read(Path file, String name, RecordReader reader) {
    try (InputStream in = digest.over(Files.newInputStream(file))) {
      reader.forEach(name, new Counted(in), true, this::gather);
      // What stands behind the last record is part of the file's digest, too.
      in.transferTo(OutputStream.nullOutputStream());
      hand();
    } catch (NotWanted e) {
      return;
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
    }
    gathered = List.of();
    try {
      hand();
    } catch (NotWanted e) {
      // There is nobody left to be told of the end.
    }
  }

  private void gather(LabelledSequence record) {
    gathered.add(record);
    letters += record.sequence().length();
    if (gathered.size() == RECORDS || letters >= LETTERS) {
      hand();
    }
  }

  /** Hands on what is there; an empty list is the end. */
  private void hand() {
    if (closed) {
      throw new NotWanted();
    }
    try {
      queue.put(gathered);
    } catch (InterruptedException e) {
      throw new NotWanted();
    }
    gathered = new ArrayList<>(RECORDS);
    letters = 0;
  }

  /** The next records; none at the end. */
  List<LabelledSequence> next() throws IOException {
    try {
      List<LabelledSequence> next = queue.take();
      if (next.isEmpty() && failure != null) {
        if (failure instanceof IOException problem) {
          throw problem;
        }
        if (failure instanceof Error error) {
          throw error;
        }
        throw (RuntimeException) failure;
      }
      return next;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("reading was interrupted", e);
    }
  }

  /** The bytes of the file that were read so far. */
  long bytes() {
    return bytes;
  }

  /** The SHA-256 of the file, once its end was reached. */
  String digest() {
    return digest.hex();
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }

  /** Counts what is read. */
  private final class Counted extends FilterInputStream {

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int one = in.read();
      count(one < 0 ? 0 : 1);
      return one;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      int read = in.read(target, from, length);
      count(read);
      return read;
    }

    // The file is closed once its digest is complete.
    @Override
    public void close() {}

    // Only the reading thread writes it.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void count(int more) {
      bytes += Math.max(0, more);
    }
  }
}
