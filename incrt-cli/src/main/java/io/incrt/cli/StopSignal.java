package io.incrt.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets work end cleanly on SIGINT or SIGTERM: the signal raises a flag, and the process ends when
 * the work is done, with the exit code of the work instead of the signal's.
 */
final class StopSignal implements AutoCloseable {

  private final AtomicBoolean raised = new AtomicBoolean();
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::endWhenDone, "stop-signal");
  private volatile int exitCode = 1;

  StopSignal() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Whether a signal was received. */
  boolean isRaised() {
    return raised.get();
  }

  /** Marks the work as successful; otherwise the process ends with code 1. */
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
