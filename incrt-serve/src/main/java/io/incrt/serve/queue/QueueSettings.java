package io.incrt.serve.queue;

import io.incrt.base.Ranges;
import java.time.Duration;

/**
 * How much may wait for a model.
 *
 * @param records the most records that wait
 * @param letters the most characters that wait
 * @param batch the most records that are computed at once, unless one request has more
 * @param threads how many batches are computed side by side
 * @param deadline how long a request may wait for its turn
 */
public record QueueSettings(int records, long letters, int batch, int threads, Duration deadline) {

  /** Checks the numbers. */
  public QueueSettings {
    Ranges.atLeast("queue", records, 1);
    Ranges.atLeast("queue letters", letters, 1);
    Ranges.atLeast("batch", batch, 1);
    Ranges.atLeast("threads", threads, 1);
    Ranges.require(
        "deadline", deadline, !deadline.isNegative() && !deadline.isZero(), "longer than nothing");
  }
}
