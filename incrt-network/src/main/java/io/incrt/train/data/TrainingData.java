package io.incrt.train.data;

/**
 * The records a run learns from. If its task changes half-way, there are others from some step on.
 *
 * @param first the records from the start
 * @param then the records from {@code changeAt} on; the same where nothing changes
 * @param changeAt the first step on the other records
 */
public record TrainingData(Examples first, Examples then, long changeAt) {

  /** Records that stay the same. */
  public static TrainingData of(Examples records) {
    return new TrainingData(records, records, Long.MAX_VALUE);
  }

  /** The records of a step. */
  public Examples at(long step) {
    return step < changeAt ? first : then;
  }
}
