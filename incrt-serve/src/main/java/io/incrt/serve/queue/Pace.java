package io.incrt.serve.queue;

/**
 * How long a record takes, learned from the batches so far: a moving average in which the last
 * {@value #MEMORY} records count most. Safe for use by several threads.
 */
final class Pace {

  private static final double MEMORY = 2000;

  private double nanosPerRecord;

  /** Learns from a batch. */
  synchronized void learn(int records, long nanos) {
    double own = (double) nanos / records;
    double weight = nanosPerRecord == 0 ? 1 : Math.min(1, records / MEMORY);
    nanosPerRecord += weight * (own - nanosPerRecord);
  }

  /** What so many records take a thread, in nanoseconds; 0 while nothing is known. */
  synchronized double nanos(long records) {
    return nanosPerRecord * records;
  }
}
