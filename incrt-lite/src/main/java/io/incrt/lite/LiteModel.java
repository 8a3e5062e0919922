package io.incrt.lite;

import io.incrt.base.file.CorruptFileException;
import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import io.incrt.data.records.RecordSink;
import io.incrt.folder.RecordEncoder;
import io.incrt.lite.network.LiteNetwork;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A trained sequence classifier, opened to predict in plain Java: no libtorch, no native code. Its
 * probabilities are those of {@code io.incrt.Incrt} to 1e−5.
 *
 * <pre>{@code
 * LiteModel model = LiteModel.open(Path.of("model"));
 * System.out.println(model.predict("How far is the moon ?").label());
 * }</pre>
 *
 * <p>It never changes, and holds nothing but memory: any number of threads may use it at the same
 * time, and it needs not be closed. What happens to the folder after opening changes nothing.
 */
public final class LiteModel {

  private final List<String> labels;
  private final RecordEncoder encoder;
  private final LiteNetwork network;

  LiteModel(List<String> labels, RecordEncoder encoder, LiteNetwork network) {
    this.labels = labels;
    this.encoder = encoder;
    this.network = network;
  }

  /**
   * Opens a model's folder, as {@code incrt train} wrote it.
   *
   * @throws CorruptFileException if its files were damaged or changed, or contradict each other
   * @throws IllegalArgumentException if there is no model in it
   */
  public static LiteModel open(Path folder) throws IOException {
    Objects.requireNonNull(folder, "the model's folder is null; a path is needed");
    return LiteFolder.open(folder);
  }

  /** The classes, sorted. */
  public List<String> labels() {
    return labels;
  }

  /**
   * The class of one sequence.
   *
   * @throws BadRecordException if it is too short to hold a token
   */
  public LitePrediction predict(String sequence) {
    return predict(List.of(requireSequence(sequence))).get(0);
  }

  /** The class of each sequence, in their order. */
  public List<LitePrediction> predict(List<String> sequences) {
    Objects.requireNonNull(sequences, "the list of sequences is null");
    List<LitePrediction> predictions = new ArrayList<>(sequences.size());
    for (int i = 0; i < sequences.size(); i++) {
      String sequence = requireSequence(sequences.get(i));
      predictions.add(predict(new LabelledSequence(String.valueOf(i), sequence, "")));
    }
    return predictions;
  }

  private static String requireSequence(String sequence) {
    return Objects.requireNonNull(sequence, "a sequence to predict is null; text is needed");
  }

  /**
   * The class of a record, whose own label is not looked at.
   *
   * @throws BadRecordException if it is too short to hold a token
   */
  public LitePrediction predict(LabelledSequence record) {
    Objects.requireNonNull(record, "the record to predict is null");
    return predict(record, encoder.encode(record));
  }

  private LitePrediction predict(LabelledSequence record, RecordEncoder.Encoded encoded) {
    return LitePrediction.of(record.id(), labels, network.answer(encoded), encoded);
  }

  /** Receives predictions one at a time. */
  @FunctionalInterface
  public interface Receiver {
    /** Called for each prediction, in the order of the records. */
    void accept(LitePrediction prediction) throws IOException;

    /**
     * Called in the place of a record that cannot be used; unless overridden it ends the stream.
     */
    default void refused(BadRecordException bad) throws IOException {
      throw bad;
    }

    /** Called when all that has come in is answered, before more is waited for. */
    default void caughtUp() throws IOException {}
  }

  /**
   * How many records of a stream need a remark.
   *
   * @param cut how many were truncated to the tokens the model takes
   * @param unknown how many hold unknown tokens only, so that their answers mean little
   * @param warned how many came with a warning, the unknown ones among them
   */
  public record Counts(long cut, long unknown, long warned) {}

  /** The class of each record of a file, in their order and in constant memory. */
  public Counts predict(Path data, Receiver receiver) throws IOException {
    Objects.requireNonNull(data, "the file of records is null; a path is needed");
    return predict(new RecordReader(ReadOptions.defaults()), data.toString(), receiver);
  }

  /**
   * The same with a custom reader.
   *
   * @param source a file, or {@code -} for standard input
   * @return how many records were truncated or unknown
   */
  public Counts predict(RecordReader reader, String source, Receiver receiver) throws IOException {
    Answering answering = new Answering(reader, receiver);
    try {
      reader.feed(source, false, answering);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return answering.counts();
  }

  /**
   * The same with the records of a stream, which is closed in the end. Where records come slowly,
   * each is answered before the next is waited for.
   *
   * @param name the name of the stream in messages
   */
  public Counts predict(RecordReader reader, String name, InputStream in, Receiver receiver)
      throws IOException {
    Answering answering = new Answering(reader, receiver);
    try {
      reader.feed(name, in, false, answering);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return answering.counts();
  }

  /** Answers what a reader finds. */
  private final class Answering implements RecordSink {

    private final RecordReader reader;
    private final Receiver receiver;
    private long cut;
    private long unknown;
    private long warned;

    Answering(RecordReader reader, Receiver receiver) {
      this.reader = reader;
      this.receiver = Objects.requireNonNull(receiver, "the receiver of predictions is null");
    }

    Counts counts() {
      return new Counts(cut, unknown, warned);
    }

    @Override
    public void accept(LabelledSequence record, Map<String, Object> others) {
      RecordEncoder.Encoded encoded;
      try {
        encoded = encoder.encode(record);
      } catch (BadRecordException e) {
        if (!reader.skip(e)) {
          refused(e.of(record.id()), others);
        }
        return;
      }
      cut += encoded.cut() ? 1 : 0;
      unknown += encoded.known() == 0 ? 1 : 0;
      warned += encoded.warning() == null ? 0 : 1;
      try {
        receiver.accept(predict(record, encoded));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void refused(BadRecordException bad, Map<String, Object> others) {
      try {
        receiver.refused(bad);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void waits(boolean begins) {
      if (begins) {
        try {
          receiver.caughtUp();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
