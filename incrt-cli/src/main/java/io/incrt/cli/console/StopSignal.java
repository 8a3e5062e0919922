package io.incrt.cli.console;

import java.util.concurrent.CountDownLatch;

/**
 * Lets work end cleanly on SIGINT or SIGTERM: the signal raises a flag, and the process ends when
 * the work is done, with 128 plus the signal's number as ever (130, 143), or with 1 if the work
 * failed.
 */
public final class StopSignal implements AutoCloseable {

  private final CountDownLatch raised = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::endWhenDone, "stop-signal");
  private volatile boolean succeeded;

  public StopSignal() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Whether a signal was received. */
  public boolean isRaised() {
    return raised.getCount() == 0;
  }

  /** Waits for a signal. */
  public void await() {
    try {
      raised.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Marks the work as successful. */
  public void succeeded() {
    succeeded = true;
  }

  /** Ends the process with code 1, if a signal wants it to end: what failed has been said. */
  public void failed() {
    if (isRaised()) {
      done.countDown();
      try {
        hook.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void endWhenDone() {
    raised.countDown();
    try {
      done.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!succeeded) {
      Runtime.getRuntime().halt(1);
    }
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
