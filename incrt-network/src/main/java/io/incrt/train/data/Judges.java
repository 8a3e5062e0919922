package io.incrt.train.data;

/**
 * The validation records, which are others from a change of the task on.
 *
 * @param first up to the change
 * @param then after it
 * @param changeAt the last step that the first ones judge
 */
public record Judges(Examples first, Examples then, long changeAt) {

  public static Judges same(Examples always) {
    return new Judges(always, always, Long.MAX_VALUE);
  }

  public Examples at(long step) {
    return step <= changeAt ? first : then;
  }
}
