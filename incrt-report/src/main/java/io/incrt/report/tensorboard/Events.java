package io.incrt.report.tensorboard;

import java.util.Arrays;
import java.util.Map;

/**
 * TensorBoard's messages: Event (wall_time 1, step 2, file_version 3, summary 5, session_log 7),
 * Summary (value 1), its Value (tag 1, simple_value 2, histo 5, tensor 8, metadata 9), and what is
 * in those. The numbers are those of tensorboard/compat/proto/event.proto and summary.proto.
 */
final class Events {

  private static final int WALL_TIME = 1;
  private static final int STEP = 2;
  private static final int FILE_VERSION = 3;
  private static final int SUMMARY = 5;
  private static final int SESSION_LOG = 7;

  private static final int VALUE = 1;
  private static final int TAG = 1;
  private static final int SIMPLE_VALUE = 2;
  private static final int HISTOGRAM = 5;
  private static final int TENSOR = 8;
  private static final int METADATA = 9;

  /** SessionLog.START. */
  private static final int START = 1;

  /** DataType.DT_STRING. */
  private static final int STRING = 7;

  private static final int BINS = 30;

  private Events() {}

  private static Message event(long step) {
    return new Message()
        .real(WALL_TIME, System.currentTimeMillis() / 1000.0)
        .number(STEP, Math.max(0, step));
  }

  /** The first event of a file. */
  static byte[] version() {
    return event(0).text(FILE_VERSION, "brain.Event:2").bytes();
  }

  /** That what earlier files have of this step and of later ones does not hold. */
  static byte[] restart(long step) {
    return event(step).message(SESSION_LOG, new Message().number(1, START)).bytes();
  }

  /** Figures by tag. */
  static byte[] scalars(long step, Map<String, Double> figures) {
    Message summary = new Message();
    figures.forEach(
        (tag, value) ->
            summary.message(
                VALUE, new Message().text(TAG, tag).single(SIMPLE_VALUE, value.floatValue())));
    return event(step).message(SUMMARY, summary).bytes();
  }

  /** A text, which TensorBoard shows as Markdown. */
  static byte[] text(long step, String tag, String markdown) {
    Message metadata = new Message().message(1, new Message().text(1, "text"));
    Message shape = new Message().message(2, new Message().number(1, 1));
    Message tensor = new Message().number(1, STRING).message(2, shape).text(8, markdown);
    Message value =
        new Message()
            .text(TAG, tag + "/text_summary")
            .message(TENSOR, tensor)
            .message(METADATA, metadata);
    return event(step).message(SUMMARY, new Message().message(VALUE, value)).bytes();
  }

  /** How values are spread, in bins of one width; there must be one at least. */
  static byte[] histogram(long step, String tag, double... values) {
    double least = Arrays.stream(values).min().orElseThrow();
    double most = Arrays.stream(values).max().orElseThrow();
    int bins = most > least ? BINS : 1;
    double[] ends = new double[bins];
    double[] counts = new double[bins];
    for (int i = 0; i < bins; i++) {
      ends[i] = i == bins - 1 ? most : least + (most - least) * (i + 1) / bins;
    }
    for (double value : values) {
      int bin = most > least ? (int) ((value - least) / (most - least) * bins) : 0;
      counts[Math.min(bins - 1, bin)]++;
    }
    Message histogram =
        new Message()
            .real(1, least)
            .real(2, most)
            .real(3, values.length)
            .real(4, Arrays.stream(values).sum())
            .real(5, Arrays.stream(values).map(value -> value * value).sum())
            .reals(6, ends)
            .reals(7, counts);
    Message value = new Message().text(TAG, tag).message(HISTOGRAM, histogram);
    return event(step).message(SUMMARY, new Message().message(VALUE, value)).bytes();
  }
}
