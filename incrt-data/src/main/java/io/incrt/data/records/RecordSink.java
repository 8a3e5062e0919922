package io.incrt.data.records;

import java.util.Map;
import java.util.function.Consumer;

/** Takes what a reader finds, in the order of the input and in the thread that reads. */
public interface RecordSink {

  /**
   * A record.
   *
   * @param others its columns or fields besides name and sequence, if {@link
   *     ReadOptions#keepColumns} asks for them: texts of tables, JSON values of JSONL
   */
  void accept(LabelledSequence record, Map<String, Object> others);

  /**
   * Something that is no record, in the place where one was expected. Whoever returns goes on with
   * the next.
   *
   * @param others as of a record, as far as they could be read
   */
  default void refused(BadRecordException bad, Map<String, Object> others) {
    throw bad;
  }

  /**
   * Called with true before the reader waits for more, once it has handed on all that is there; and
   * with false when it goes on.
   */
  default void waits(boolean begins) {}

  /** A sink that ends the reading at what is no record. */
  static RecordSink of(Consumer<LabelledSequence> receiver) {
    return (record, others) -> receiver.accept(record);
  }

  /** The same, which is spared what its reader leaves out and counts. */
  default RecordSink behind(RecordReader reader) {
    RecordSink sink = this;
    return new RecordSink() {
      @Override
      public void accept(LabelledSequence record, Map<String, Object> others) {
        sink.accept(record, others);
      }

      @Override
      public void refused(BadRecordException bad, Map<String, Object> others) {
        if (!reader.skip(bad)) {
          sink.refused(bad, others);
        }
      }

      @Override
      public void waits(boolean begins) {
        sink.waits(begins);
      }
    };
  }
}
