package io.incrt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns of two runtimes on one machine. The threads of either go on looking for work for a while
 * after the last, which would slow the other down; so each turn begins with a rest.
 */
final class Turns {

  private static final int REST_MILLISECONDS = 100;
  private static final int AWAKE = 5;

  private Turns() {}

  /** Work that may fail. */
  interface Work {
    void run() throws IOException;
  }

  /** Work on one thing. */
  interface WorkOn<T> {
    void run(T thing) throws IOException;
  }

  /** How long work takes. */
  static double milliseconds(Work work) throws IOException {
    rest();
    return timed(work);
  }

  /** How long work on each of several things takes, one after the other. */
  static <T> List<Double> each(List<T> things, WorkOn<T> work) throws IOException {
    rest();
    // Whoever has slept wakes up first.
    for (int i = 0; i < AWAKE; i++) {
      work.run(things.get(0));
    }
    List<Double> times = new ArrayList<>();
    for (T thing : things) {
      times.add(timed(() -> work.run(thing)));
    }
    return times;
  }

  private static double timed(Work work) throws IOException {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e6;
  }

  /** Waits until whoever ran last has gone to sleep. */
  static void rest() throws IOException {
    try {
      Thread.sleep(REST_MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted between two turns", e);
    }
  }
}
