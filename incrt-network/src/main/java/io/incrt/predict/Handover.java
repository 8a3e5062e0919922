package io.incrt.predict;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.LabelledSequence;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * Between the thread that reads and the one that computes: records are gathered into chunks, since
 * large batches cost less, but while the reader waits for more, what is there is handed over to
 * whoever has nothing else to do. So the chunks of a file, which never has to be waited for, are
 * always the same, and an answer to a slow pipe does not wait for the next question.
 */
final class Handover {

  private static final int RECORDS = 2048;
  private static final long LETTERS = 4_000_000;

  /** The chunks that may lie here while one is computed and one is read. */
  private static final int WAITING = 2;

  private final Deque<List<Item>> full = new ArrayDeque<>();
  private List<Item> pending = new ArrayList<>();
  private long letters;
  private boolean readerWaits;
  private boolean ended;
  private Throwable failure;

  /**
   * What was read in one place.
   *
   * @param record null where there is none
   * @param encoded of the record
   * @param problem why there is no record; null if there is one
   * @param others its other columns, if they are wanted
   */
  record Item(
      LabelledSequence record,
      Encoder.Encoded encoded,
      BadRecordException problem,
      Map<String, Object> others) {

    private long letters() {
      return record == null
          ? problem.getMessage().length()
          : record.sequence().length() + record.id().length() + encoded.input().tokens().length;
    }
  }

  /** Adds what was read; waits while enough lies here. */
  synchronized void add(Item item) throws InterruptedException {
    pending.add(item);
    letters += item.letters();
    if (pending.size() < RECORDS && letters < LETTERS) {
      return;
    }
    while (full.size() >= WAITING) {
      wait();
    }
    full.add(takePending());
    notifyAll();
  }

  /** Says whether the reader waits for more input. */
  synchronized void readerWaits(boolean waits) {
    readerWaits = waits;
    notifyAll();
  }

  /**
   * Says that nothing will follow.
   *
   * @param reason what ended the reading early; null if it came to its end
   */
  synchronized void end(Throwable reason) {
    if (reason instanceof OutOfMemoryError) {
      // What is pending may be what filled the memory.
      takePending();
    }
    failure = reason;
    ended = true;
    notifyAll();
  }

  /** Whether {@link #take} would have to wait. */
  synchronized boolean isEmpty() {
    return full.isEmpty() && !ended && !(readerWaits && !pending.isEmpty());
  }

  /** The next chunk, as soon as there is one; empty once nothing follows. */
  synchronized List<Item> take() throws InterruptedException {
    while (isEmpty()) {
      wait();
    }
    List<Item> next = full.isEmpty() ? takePending() : full.remove();
    notifyAll();
    return next;
  }

  /** What ended the reading early; null if nothing did. */
  synchronized Throwable failure() {
    return failure;
  }

  private List<Item> takePending() {
    List<Item> taken = pending;
    pending = new ArrayList<>();
    letters = 0;
    return taken;
  }
}
