package io.incrt.serve.explain;

import io.incrt.Explanation;
import io.incrt.serve.model.ModelSlot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Explains one request after the other, in a thread of its own, so that answers go on meanwhile.
 * Few may wait, and none longer than a deadline.
 */
public final class ExplainQueue implements AutoCloseable {

  private final int most;
  private final long patience;
  private final LongSupplier clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Deque<Asked> queue = new ArrayDeque<>();
  private boolean closed;

  /**
   * A queue.
   *
   * @param most the most requests that wait
   * @param deadline how long one may wait for its turn
   * @param clock in nanoseconds
   */
  public ExplainQueue(int most, Duration deadline, LongSupplier clock) {
    this.most = most;
    this.patience = deadline.toNanos();
    this.clock = clock;
  }

  private record Asked(ModelSlot slot, List<String> texts, long end, Consumer<Reasons> receiver) {}

  /** Begins to explain, in one task of the executor. */
  public void start(Executor thread) {
    thread.execute(this::explainAll);
  }

  /**
   * Accepts a request, unless too many wait.
   *
   * @param receiver hears what became of it, once
   */
  public boolean offer(ModelSlot slot, List<String> texts, Consumer<Reasons> receiver) {
    lock.lock();
    try {
      if (closed || queue.size() >= most) {
        return false;
      }
      queue.add(new Asked(slot, List.copyOf(texts), clock.getAsLong() + patience, receiver));
      work.signal();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** The requests that wait. */
  public long depth() {
    lock.lock();
    try {
      return queue.size();
    } finally {
      lock.unlock();
    }
  }

  private void explainAll() {
    for (Asked next = take(); next != null; next = take()) {
      next.receiver.accept(explain(next));
    }
  }

  /** The next to explain; null once the queue is closed. */
  private Asked take() {
    lock.lock();
    try {
      while (queue.isEmpty() && !closed) {
        work.awaitUninterruptibly();
      }
      return queue.poll();
    } finally {
      lock.unlock();
    }
  }

  private Reasons explain(Asked asked) {
    if (clock.getAsLong() - asked.end > 0) {
      return new Reasons.Expired();
    }
    try (ModelSlot.Lease lease = asked.slot.lease()) {
      List<Optional<Explanation>> found = new ArrayList<>();
      for (String text : asked.texts) {
        found.add(lease.answerer().explain(text));
      }
      return new Reasons.Found(found);
    } catch (UnsupportedOperationException e) {
      return new Reasons.Unsupported(e.getMessage());
    } catch (RuntimeException | Error e) {
      return new Reasons.Broken(e);
    }
  }

  /** Answers those that have waited too long, also while another is being explained. */
  public void expire() {
    List<Asked> late = new ArrayList<>();
    lock.lock();
    try {
      long now = clock.getAsLong();
      for (Iterator<Asked> all = queue.iterator(); all.hasNext(); ) {
        Asked asked = all.next();
        if (now - asked.end > 0) {
          all.remove();
          late.add(asked);
        }
      }
    } finally {
      lock.unlock();
    }
    late.forEach(asked -> asked.receiver.accept(new Reasons.Expired()));
  }

  /** Takes nothing more, and tells those who wait that nothing will be explained. */
  @Override
  public void close() {
    List<Asked> rest;
    lock.lock();
    try {
      closed = true;
      rest = new ArrayList<>(queue);
      queue.clear();
      work.signalAll();
    } finally {
      lock.unlock();
    }
    rest.forEach(asked -> asked.receiver.accept(new Reasons.Stopped()));
  }
}
