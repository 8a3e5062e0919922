package io.incrt.serve.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the requests that are being answered, so that who stops the server can wait for them. */
final class InFlight {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition fewer = lock.newCondition();
  private long requests;
  private volatile boolean draining;

  void enter() {
    lock.lock();
    try {
      requests++;
    } finally {
      lock.unlock();
    }
  }

  void leave() {
    lock.lock();
    try {
      requests--;
      fewer.signalAll();
    } finally {
      lock.unlock();
    }
  }

  long requests() {
    lock.lock();
    try {
      return requests;
    } finally {
      lock.unlock();
    }
  }

  /** Whether nothing new is accepted. */
  boolean isDraining() {
    return draining;
  }

  void drain() {
    draining = true;
  }

  /** Waits until there is none; says whether that came to pass. */
  boolean awaitNone(Duration longest) {
    long left = longest.toNanos();
    lock.lock();
    try {
      while (requests > 0 && left > 0) {
        left = fewer.awaitNanos(left);
      }
      return requests == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** A moment in which late comers are told. */
  static void pause(Duration moment) {
    try {
      TimeUnit.NANOSECONDS.sleep(moment.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
