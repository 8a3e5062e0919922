package io.incrt.predict;

import io.incrt.data.corpus.Corpora;
import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.Flaw;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.RecordReader;
import io.incrt.model.FrozenNetwork;
import io.incrt.model.Network;
import io.incrt.objective.Scores;
import io.incrt.objective.Targets;
import io.incrt.store.ModelConfig;
import io.incrt.store.ModelFolder;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/** A trained model, opened to predict. Not for use by several threads at once. */
public final class Predictor implements AutoCloseable {

  private final Path folder;
  private final ModelConfig config;
  private final FrozenNetwork network;
  private final Optional<ExecutorService> workers;
  private boolean closed;

  /** Opens a model's folder, to compute with libtorch's own threads. */
  public Predictor(Path folder) throws IOException {
    this(folder, 1, Device.CPU);
  }

  /**
   * Opens a model's folder to predict many records.
   *
   * @param threads with more than one, as many batches are computed side by side on the CPU, each
   *     by one thread. That is faster than several threads on one batch; but it turns libtorch's
   *     own threads off in this process, so train in another
   * @param device where to compute; a GPU computes one batch at a time, whatever the threads
   */
  public Predictor(Path folder, int threads, Device device) throws IOException {
    this.folder = folder;
    ModelFolder.Loaded model = ModelFolder.read(folder, device);
    this.config = model.config();
    this.network = model.network().freeze();
    this.workers =
        threads > 1 && device == Device.CPU
            ? Optional.of(Libtorch.workers(threads))
            : Optional.empty();
  }

  /** The folder it was read from. */
  public Path folder() {
    return folder;
  }

  /** The configuration of the model. */
  public ModelConfig config() {
    return config;
  }

  /** The network, for exporters. */
  public Network network() {
    return network.network();
  }

  private PredictionStream stream() {
    if (closed) {
      throw new IllegalStateException("the model is closed");
    }
    return new PredictionStream(
        network, config.objective(), config.tokenizer(), config.shape().maxLength(), workers);
  }

  /**
   * Predicts the records of a file, or of standard input for {@code -}, in their order and in
   * constant memory.
   *
   * @return how many records were truncated or unknown
   */
  public PredictionStream.Counts predict(
      RecordReader reader, String source, PredictionStream.Receiver receiver) throws IOException {
    PredictionStream stream = stream();
    stream.run(reader, source, false, receiver);
    return stream.counts();
  }

  /**
   * The scores on labelled records.
   *
   * @param counts how many records were truncated or unknown
   */
  public record Judged(Scores scores, PredictionStream.Counts counts) {}

  /** Evaluates the model on the labelled records of a file, or of standard input for {@code -}. */
  public Judged evaluate(RecordReader reader, String source) throws IOException {
    PredictionStream stream = stream();
    Scores scores = config.objective().scores();
    stream.run(
        reader,
        source,
        true,
        (sequence, answer) -> {
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

  /** Evaluates the model on labelled records. */
  public Scores evaluate(List<LabelledSequence> records) {
    List<Targets> targets = new ArrayList<>();
    records.forEach(sequence -> targets.add(targets(sequence)));
    Scores scores = config.objective().scores();
    List<float[]> answers = answers(records);
    for (int i = 0; i < answers.size(); i++) {
      scores.add(answers.get(i), targets.get(i), 0);
    }
    return scores;
  }

  private Targets targets(LabelledSequence sequence) {
    try {
      return config.objective().targets(List.of(sequence));
    } catch (IllegalArgumentException e) {
      throw new BadRecordException(sequence.where(), Flaw.UNKNOWN_LABEL, e.getMessage());
    }
  }

  /** The answer to each record, in the order of the records. */
  public List<float[]> answers(List<LabelledSequence> records) {
    List<int[]> tokens = new ArrayList<>();
    for (LabelledSequence sequence : records) {
      int[] encoded = config.tokenizer().encode(sequence.sequence());
      if (encoded.length == 0) {
        throw Corpora.tooShort(sequence);
      }
      int longest = config.shape().maxLength();
      tokens.add(encoded.length > longest ? Arrays.copyOf(encoded, longest) : encoded);
    }
    return answersToTokens(tokens);
  }

  /** The same for sequences of token numbers, each of at most the model's length. */
  public List<float[]> answersToTokens(List<int[]> tokens) {
    return stream().compute(tokens);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      workers.ifPresent(ExecutorService::shutdownNow);
      network.close();
    }
  }
}
