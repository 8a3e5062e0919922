package io.incrt.serve.queue;

import io.incrt.serve.model.ModelSlot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The queue of a model. Jobs wait in the order they came; a thread that is free takes as many of
 * them as make a batch and computes them as one. Nobody waits for a batch to fill: while all
 * threads compute, what comes next gathers by itself, so batches are as large as the load. While
 * nothing is computed and nothing waits, who asks computes in the place of a thread: to wake that
 * would take longer than some answers do.
 *
 * <p>A job is refused at the door if more would wait than may, or longer than half of what it may:
 * what is accepted is answered.
 */
public final class Batcher implements AutoCloseable {

  /** Of a queue, what pieces of long requests may take, so that short ones find room. */
  private static final int SHARE_OF_LONG = 2;

  /** Dividing fewer records among threads costs more than it brings. */
  private static final int WORTH_DIVIDING = 16;

  /** The most characters of a batch, unless one record has more. */
  private static final long BATCH_LETTERS = 1 << 20;

  private final QueueSettings settings;
  private final QueueListener listener;
  private final Answering answering;
  private final LongSupplier clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Deque<Waiting> queue = new ArrayDeque<>();
  private final Deque<Job> outside = new ArrayDeque<>();
  private final Pace pace = new Pace();
  private long records;
  private long letters;
  private int threads;
  private int computing;
  private boolean closed;

  /**
   * A queue.
   *
   * @param clock in nanoseconds
   */
  public Batcher(
      ModelSlot slot, QueueSettings settings, QueueListener listener, LongSupplier clock) {
    this.settings = settings;
    this.listener = new HarmlessListener(listener);
    this.clock = clock;
    this.answering = new Answering(slot, this.listener, pace, clock);
  }

  /** A job with the moment its patience ends. */
  private record Waiting(Job job, long end) {

    boolean isOver(long now) {
      return now - end > 0;
    }
  }

  /** Whether a job was accepted. */
  public enum Admission {
    /** Its receiver will hear. */
    ACCEPTED,
    /** There is no room. */
    FULL,
    /** The queue is closed. */
    CLOSED
  }

  /** Begins to compute, with as many tasks of the executor as there are threads. */
  public void start(Executor executor) {
    lock.lock();
    try {
      threads = settings.threads();
    } finally {
      lock.unlock();
    }
    for (int i = 0; i < settings.threads(); i++) {
      executor.execute(this::computeAll);
    }
  }

  /**
   * Computes a job in this thread if nothing is computed and nothing waits; otherwise the same as
   * {@link #offer}. The receiver may have heard when this returns.
   */
  public Admission ask(Job job) {
    if (!takePlace()) {
      return offer(job);
    }
    computeTaken(List.of(job));
    return Admission.ACCEPTED;
  }

  private boolean takePlace() {
    lock.lock();
    try {
      if (closed || !queue.isEmpty() || computing > 0 || !isOneFree()) {
        return false;
      }
      computing++;
      return true;
    } finally {
      lock.unlock();
    }
  }

  private boolean isOneFree() {
    return computing < threads;
  }

  /** Accepts a job, or not. */
  public Admission offer(Job job) {
    lock.lock();
    try {
      if (closed) {
        return Admission.CLOSED;
      }
      if (hasRoom(job, 1) && expectedWait() <= job.patience() / 2.0) {
        add(job);
        return Admission.ACCEPTED;
      }
    } finally {
      lock.unlock();
    }
    listener.refused(job.records());
    return Admission.FULL;
  }

  /**
   * Accepts a piece of a long request, of which the beginning was accepted: it waits outside until
   * there is room. Its patience begins then. Who has one outside must not offer more.
   */
  public Admission offerWhenRoom(Job job) {
    lock.lock();
    try {
      if (closed) {
        return Admission.CLOSED;
      }
      outside.add(job);
      letIn();
      return Admission.ACCEPTED;
    } finally {
      lock.unlock();
    }
  }

  /** Whether even a single record would be refused now. */
  public boolean isFull() {
    lock.lock();
    try {
      return records >= settings.records() || letters >= settings.letters();
    } finally {
      lock.unlock();
    }
  }

  /** The records that wait. */
  public long depth() {
    lock.lock();
    try {
      return records;
    } finally {
      lock.unlock();
    }
  }

  /** When there will be room again, in whole seconds, at least one. */
  public long secondsUntilRoom() {
    lock.lock();
    try {
      return 1 + Duration.ofNanos((long) expectedWait()).toSeconds();
    } finally {
      lock.unlock();
    }
  }

  private boolean hasRoom(Job job, int share) {
    // What is larger than a share of the queue passes when that is empty.
    return records == 0
        || (records + job.records() <= settings.records() / share
            && letters + job.letters() <= settings.letters() / share);
  }

  private double expectedWait() {
    return pace.nanos(records) / settings.threads();
  }

  private void add(Job job) {
    queue.add(new Waiting(job, clock.getAsLong() + job.patience()));
    records += job.records();
    letters += job.letters();
    work.signal();
  }

  private void letIn() {
    while (!outside.isEmpty() && hasRoom(outside.peek(), SHARE_OF_LONG)) {
      add(outside.poll());
    }
  }

  private void computeAll() {
    while (true) {
      List<Job> batch = take();
      if (batch.isEmpty()) {
        return;
      }
      computeTaken(batch);
    }
  }

  /** Computes what was taken, and leaves the place to another. */
  private void computeTaken(List<Job> batch) {
    try {
      answering.answer(batch);
    } finally {
      lock.lock();
      try {
        computing--;
        if (!queue.isEmpty()) {
          work.signal();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /** The next jobs to compute; none once the queue is closed. */
  private List<Job> take() {
    while (true) {
      List<Job> batch = new ArrayList<>();
      List<Job> late = new ArrayList<>();
      lock.lock();
      try {
        while ((queue.isEmpty() || !isOneFree()) && !closed) {
          work.awaitUninterruptibly();
        }
        if (closed) {
          return List.of();
        }
        fill(batch, late);
        letIn();
        if (!batch.isEmpty()) {
          computing++;
        }
        if (!queue.isEmpty()) {
          work.signal();
        }
      } finally {
        lock.unlock();
      }
      tell(late);
      if (!batch.isEmpty()) {
        return batch;
      }
    }
  }

  private void fill(List<Job> batch, List<Job> late) {
    long now = clock.getAsLong();
    int free = threads - computing;
    long share = Math.max(WORTH_DIVIDING, (records + free - 1) / free);
    long most = Math.min(settings.batch(), share);
    long taken = 0;
    long takenLetters = 0;
    while (!queue.isEmpty()) {
      Waiting next = queue.peek();
      Job job = next.job();
      if (next.isOver(now)) {
        late.add(job);
      } else if (batch.isEmpty()
          || (taken + job.records() <= most && takenLetters + job.letters() <= BATCH_LETTERS)) {
        taken += job.records();
        takenLetters += job.letters();
        batch.add(job);
      } else {
        return;
      }
      queue.poll();
      removed(job);
    }
  }

  private void removed(Job job) {
    records -= job.records();
    letters -= job.letters();
  }

  /** Answers those that have waited too long, also while all threads are busy. */
  public void expire() {
    List<Job> late = new ArrayList<>();
    lock.lock();
    try {
      long now = clock.getAsLong();
      // Not only the first: some have less patience than those before them.
      for (Iterator<Waiting> all = queue.iterator(); all.hasNext(); ) {
        Waiting waiting = all.next();
        if (waiting.isOver(now)) {
          all.remove();
          removed(waiting.job());
          late.add(waiting.job());
        }
      }
      letIn();
    } finally {
      lock.unlock();
    }
    tell(late);
  }

  private void tell(List<Job> late) {
    for (Job job : late) {
      listener.expired(job.records());
      job.tell(new Outcome.Expired());
    }
  }

  /** Takes nothing more, and tells those who wait that they will not be answered. */
  @Override
  public void close() {
    List<Job> rest = new ArrayList<>();
    lock.lock();
    try {
      closed = true;
      queue.forEach(waiting -> rest.add(waiting.job()));
      queue.clear();
      records = 0;
      letters = 0;
      rest.addAll(outside);
      outside.clear();
      work.signalAll();
    } finally {
      lock.unlock();
    }
    rest.forEach(job -> job.tell(new Outcome.Stopped()));
  }
}
