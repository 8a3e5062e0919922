package io.incrt.serve.http;

import java.util.concurrent.atomic.AtomicLong;

/** The memory that bodies may take all together while they come in. */
final class BodyBudget {

  private final long most;
  private final AtomicLong taken = new AtomicLong();

  BodyBudget(long most) {
    this.most = most;
  }

  boolean take(long bytes) {
    if (taken.addAndGet(bytes) <= most) {
      return true;
    }
    taken.addAndGet(-bytes);
    return false;
  }

  void give(long bytes) {
    taken.addAndGet(-bytes);
  }

  long taken() {
    return taken.get();
  }
}
