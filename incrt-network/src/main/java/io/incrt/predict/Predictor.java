package io.incrt.predict;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.Flaw;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.RecordReader;
import io.incrt.model.Batch;
import io.incrt.model.FrozenNetwork;
import io.incrt.model.Network;
import io.incrt.objective.Scores;
import io.incrt.objective.Targets;
import io.incrt.store.ModelConfig;
import io.incrt.store.ModelFolder;
import io.incrt.store.StoredModel;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/**
 * A trained model, opened to predict. Any number of threads may predict at the same time; {@link
 * #close} waits for them, and whoever comes later gets an {@link IllegalStateException}.
 */
@SuppressWarnings("try") // the right to use the network is held, not used
public final class Predictor implements AutoCloseable {

  private final StoredModel stored;
  private final FrozenNetwork network;
  private final Encoder encoder;
  private final Optional<ExecutorService> workers;
  private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();
  private boolean released;
  private volatile boolean closed;

  /** Opens a model's folder, to compute with libtorch's own threads. */
  public Predictor(Path folder) throws IOException {
    this(folder, 1, Device.CPU);
  }

  /**
   * Opens a model's folder to predict many records.
   *
   * @param threads with more than one, as many batches are computed side by side on the CPU, each
   *     by one thread. That is faster than several threads on one batch; but it turns libtorch's
   *     own threads off for other predictions of this process
   * @param device where to compute; a GPU computes one batch at a time, whatever the threads
   */
  public Predictor(Path folder, int threads, Device device) throws IOException {
    ModelFolder.Loaded model = ModelFolder.read(folder, device);
    this.stored = model.stored();
    this.encoder = new Encoder(stored.config(), stored.companions());
    try {
      this.network = model.network().freeze();
    } catch (RuntimeException | Error e) {
      model.network().close();
      throw e;
    }
    this.workers =
        threads > 1 && device == Device.CPU
            ? Optional.of(Libtorch.workers(threads))
            : Optional.empty();
  }

  /** The folder it was read from. */
  public Path folder() {
    return stored.folder();
  }

  /** The files it was read from, as they were then. */
  public StoredModel stored() {
    return stored;
  }

  /** The configuration of the model. */
  public ModelConfig config() {
    return stored.config();
  }

  /** Works with the network, for exporters; it must not be used after that. */
  public <T> T withNetwork(Function<Network, T> work) {
    try (Use open = use()) {
      return work.apply(network.network());
    }
  }

  /** The right to use the network until it is closed. */
  private final class Use implements AutoCloseable {

    @Override
    public void close() {
      use.readLock().unlock();
    }
  }

  private Use use() {
    if (closed) {
      // Without waiting for those whom close waits for.
      throw new IllegalStateException("the model is closed");
    }
    use.readLock().lock();
    if (closed) {
      use.readLock().unlock();
      throw new IllegalStateException("the model is closed");
    }
    return new Use();
  }

  private PredictionStream stream() {
    return new PredictionStream(network, config().objective(), encoder, workers);
  }

  /**
   * Predicts the records of a file, or of standard input for {@code -}, in their order and in
   * constant memory.
   *
   * @return how many records were truncated or unknown
   */
  public PredictionStream.Counts predict(
      RecordReader reader, String source, PredictionStream.Receiver receiver) throws IOException {
    return predict(sink -> reader.feed(source, false, sink), reader, receiver);
  }

  /**
   * The same with the records of a stream, which is closed. Where records come slowly, each is
   * answered before the next is waited for.
   *
   * @param name the name of the stream in messages
   */
  public PredictionStream.Counts predict(
      RecordReader reader, String name, InputStream in, PredictionStream.Receiver receiver)
      throws IOException {
    return predict(sink -> reader.feed(name, in, false, sink), reader, receiver);
  }

  private PredictionStream.Counts predict(
      PredictionStream.Source source, RecordReader reader, PredictionStream.Receiver receiver)
      throws IOException {
    try (Use open = use()) {
      PredictionStream stream = stream();
      stream.run(source, reader, receiver);
      return stream.counts();
    }
  }

  /**
   * The scores on labelled records.
   *
   * @param counts how many records were truncated or unknown
   */
  public record Judged(Scores scores, PredictionStream.Counts counts) {}

  /** Evaluates the model on the labelled records of a file, or of standard input for {@code -}. */
  public Judged evaluate(RecordReader reader, String source) throws IOException {
    Scores scores = config().objective().scores();
    try (Use open = use()) {
      PredictionStream stream = stream();
      stream.run(
          sink -> reader.feed(source, true, sink),
          reader,
          (sequence, known, answer) -> {
            Targets targets;
            try {
              targets = targets(sequence);
            } catch (BadRecordException e) {
              reader.refuse(e);
              return;
            }
            scores.add(answer, targets, 0);
          });
      return new Judged(scores, stream.counts());
    }
  }

  /** Evaluates the model on labelled records. */
  public Scores evaluate(List<LabelledSequence> records) {
    List<Targets> targets = new ArrayList<>();
    records.forEach(sequence -> targets.add(targets(sequence)));
    Scores scores = config().objective().scores();
    List<float[]> answers = answers(records);
    for (int i = 0; i < answers.size(); i++) {
      scores.add(answers.get(i), targets.get(i), 0);
    }
    return scores;
  }

  private Targets targets(LabelledSequence sequence) {
    try {
      return config().objective().targets(List.of(sequence));
    } catch (IllegalArgumentException e) {
      throw new BadRecordException(sequence.where(), Flaw.UNKNOWN_LABEL, e.getMessage());
    }
  }

  /** The answer to each record, in the order of the records. */
  public List<float[]> answers(List<LabelledSequence> records) {
    return answersTo(inputs(records));
  }

  /** What the network is asked of each record. */
  public List<Batch.Input> inputs(List<LabelledSequence> records) {
    return records.stream().map(record -> encoder.encode(record).input()).toList();
  }

  /** What the network is asked of a sequence of token numbers. */
  public Batch.Input input(int[] tokens, float[] floor, int[][] letters) {
    return encoder.input(tokens, floor, letters);
  }

  /** An answer, and how much of its record the model knows. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
  public record Answer(float[] values, Encoder.Known known) {}

  /** The answer to each record with what the model knows of it, in the order of the records. */
  public List<Answer> predict(List<LabelledSequence> records) {
    List<Encoder.Encoded> encoded = records.stream().map(encoder::encode).toList();
    List<float[]> values = answersTo(encoded.stream().map(Encoder.Encoded::input).toList());
    List<Answer> answers = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      answers.add(new Answer(values.get(i), encoded.get(i).known()));
    }
    return answers;
  }

  /**
   * The answer to each record, in the order of the records; empty for one that holds no token,
   * which takes none from the others.
   */
  public List<Optional<Answer>> attempt(List<LabelledSequence> records) {
    List<Encoder.Encoded> encoded = new ArrayList<>(records.size());
    List<Optional<Answer>> answers = new ArrayList<>(records.size());
    List<Integer> places = new ArrayList<>(records.size());
    for (LabelledSequence record : records) {
      try {
        encoded.add(encoder.encode(record));
        places.add(answers.size());
      } catch (BadRecordException e) {
        // Only a record without a token is refused.
      }
      answers.add(Optional.empty());
    }
    List<float[]> values = answersTo(encoded.stream().map(Encoder.Encoded::input).toList());
    for (int i = 0; i < values.size(); i++) {
      answers.set(places.get(i), Optional.of(new Answer(values.get(i), encoded.get(i).known())));
    }
    return answers;
  }

  /** The answer to each input, of at most the model's length. */
  public List<float[]> answersTo(List<Batch.Input> inputs) {
    try (Use open = use()) {
      return stream().compute(inputs);
    }
  }

  /** The network's outputs for each input, before they are decoded; of two strands their mean. */
  public List<float[]> outputsTo(List<Batch.Input> inputs) {
    try (Use open = use()) {
      return stream().outputs(inputs);
    }
  }

  /** The answers to sequences of token numbers, without the linear model and letters. */
  public List<float[]> answersToTokens(List<int[]> tokens) {
    return answersTo(tokens.stream().map(own -> encoder.input(own, null, null)).toList());
  }

  /**
   * Releases the model once nobody uses it any more.
   *
   * @throws IllegalStateException if called by who receives predictions of it, which would wait for
   *     itself
   */
  @Override
  public void close() {
    if (use.getReadHoldCount() > 0) {
      throw new IllegalStateException("the model cannot be closed by who is using it");
    }
    closed = true;
    use.writeLock().lock();
    try {
      if (!released) {
        released = true;
        workers.ifPresent(ExecutorService::shutdownNow);
        network.close();
      }
    } finally {
      use.writeLock().unlock();
    }
  }
}
