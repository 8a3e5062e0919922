package io.incrt.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets work come to a clean end on SIGINT or SIGTERM: the signal raises a flag, the process ends
 * when the work is done, and then with the exit code the work deserves instead of the signal's.
 */
final class StopSignal implements AutoCloseable {

  private final AtomicBoolean raised = new AtomicBoolean();
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::endWhenDone, "stop-signal");
  private volatile int exitCode = 1;

  StopSignal() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Whether a signal has come. */
  boolean isRaised() {
    return raised.get();
  }

  /** Says that the work ended well; without it the process ends with code 1. */
  void succeeded() {
    exitCode = 0;
  }

  private void endWhenDone() {
    raised.set(true);
    try {
      done.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(exitCode);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending already: the hook is waiting for this.
      done.countDown();
    }
  }
}
