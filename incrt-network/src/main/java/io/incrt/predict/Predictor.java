package io.incrt.predict;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.incrt.Evaluation;
import io.incrt.Prediction;
import io.incrt.data.corpus.Corpora;
import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.Flaw;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.RecordReader;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.model.Architecture;
import io.incrt.model.Shape;
import io.incrt.settings.RunSettings;
import io.incrt.store.ModelFolder;
import io.incrt.tensor.Device;
import io.incrt.tensor.HostTensor;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/** A trained model, opened to predict. Not for use by several threads at once. */
public final class Predictor implements AutoCloseable {

  private final Path folder;
  private final ModelFolder.Loaded model;
  private final Inference inference;
  private final Optional<ExecutorService> workers;
  private boolean closed;

  /** Opens a model's folder. Libtorch's own threads compute. */
  public Predictor(Path folder) throws IOException {
    this(folder, 1, Device.CPU);
  }

  /**
   * Opens a model's folder to predict many records on the CPU.
   *
   * @param threads with more than one, as many batches are computed side by side, each by one
   *     thread. That is faster than several threads on one batch; but it turns libtorch's own
   *     threads off in this process, so train in another
   */
  public Predictor(Path folder, int threads) throws IOException {
    this(folder, threads, Device.CPU);
  }

  /**
   * The same.
   *
   * @param device where to compute; a GPU takes one batch after the other, whatever the threads
   */
  public Predictor(Path folder, int threads, Device device) throws IOException {
    this.folder = folder;
    this.model = ModelFolder.read(folder, device);
    this.inference = new Inference(model.network());
    this.workers =
        threads > 1 && device == Device.CPU
            ? Optional.of(Libtorch.workers(threads))
            : Optional.empty();
  }

  /** The classes, in the order of the probabilities. */
  public List<String> labels() {
    return model.config().labels();
  }

  /** The architecture it grew into. */
  public Architecture architecture() {
    return model.config().architecture();
  }

  /** The sizes that did not grow. */
  public Shape shape() {
    return model.config().shape();
  }

  /** What turns sequences into tokens. */
  public Tokenizer tokenizer() {
    return model.config().tokenizer();
  }

  /** Where the model comes from, by name, as config.json has it. */
  public Map<String, String> provenance() {
    Map<String, String> entries = new LinkedHashMap<>();
    JsonNode json = new ObjectMapper().valueToTree(model.config().provenance());
    json.properties().forEach(entry -> entries.put(entry.getKey(), entry.getValue().asText()));
    return entries;
  }

  /** The settings it was trained with. */
  public RunSettings settings() {
    return model.config().settings();
  }

  /** Every tensor by name, as model.safetensors has them. */
  public Map<String, HostTensor> tensors() {
    return model.network().tensors();
  }

  /** The trained numbers in all, and those of the attention layers' heads. */
  public record ParameterCount(long total, long attention) {}

  /** Counts the parameters from the tensors. */
  public ParameterCount parameters() {
    long total = 0;
    long attention = 0;
    for (Parameter parameter : model.network().parameters()) {
      total += parameter.value().numel();
      attention += parameter.name().contains(".head.") ? parameter.value().numel() : 0;
    }
    return new ParameterCount(total, attention);
  }

  /** The certificate, as certificate.json has it. */
  public JsonNode certificate() throws IOException {
    return new ObjectMapper().readTree(Files.readAllBytes(folder.resolve("certificate.json")));
  }

  /** The folder it was read from. */
  public Path folder() {
    return folder;
  }

  /** Is given one prediction after the other. */
  @FunctionalInterface
  public interface Receiver {
    /** Takes the next one. */
    void accept(Prediction prediction) throws IOException;
  }

  /**
   * Predicts the records of a file, or of standard input for {@code -}, in their order and in
   * constant memory.
   *
   * @return what there is to know of the records
   */
  public Remarks predict(RecordReader reader, String file, Receiver receiver) throws IOException {
    PredictionStream stream = stream();
    stream.run(
        reader,
        file,
        false,
        (sequence, row) -> receiver.accept(Prediction.of(sequence.id(), labels(), row)));
    return new Remarks(stream.cut(), stream.strange());
  }

  /**
   * What there is to know of records that were predicted.
   *
   * @param cut how many had more tokens than the model takes
   * @param unknown how many hold nothing that the model knows, so that its answer says little
   */
  public record Remarks(long cut, long unknown) {}

  private PredictionStream stream() {
    if (closed) {
      throw new IllegalStateException("the model is closed");
    }
    return new PredictionStream(inference, tokenizer(), shape().maxLength(), workers);
  }

  /** Judges the model on the labelled records of a file, or of standard input for {@code -}. */
  public Evaluation evaluate(RecordReader reader, String file) throws IOException {
    return evaluate(reader, file, remarks -> {});
  }

  /**
   * The same.
   *
   * @param told what there is to know of the records
   */
  public Evaluation evaluate(RecordReader reader, String file, Consumer<Remarks> told)
      throws IOException {
    PredictionStream stream = stream();
    List<float[]> rows = new ArrayList<>();
    List<Integer> truth = new ArrayList<>();
    stream.run(
        reader,
        file,
        true,
        (sequence, row) -> {
          int label = labels().indexOf(sequence.label());
          if (label < 0) {
            reader.refuse(unknown(sequence));
            return;
          }
          rows.add(row);
          truth.add(label);
        });
    told.accept(new Remarks(stream.cut(), stream.strange()));
    return Evaluation.of(labels(), rows, truth);
  }

  /** Judges the model on labelled records. */
  public Evaluation evaluate(List<LabelledSequence> records) {
    List<Integer> truth = new ArrayList<>();
    for (LabelledSequence sequence : records) {
      int label = labels().indexOf(sequence.label());
      if (label < 0) {
        throw unknown(sequence);
      }
      truth.add(label);
    }
    return Evaluation.of(labels(), probabilities(records), truth);
  }

  private BadRecordException unknown(LabelledSequence sequence) {
    return new BadRecordException(
        sequence.where(),
        Flaw.UNKNOWN_LABEL,
        "the model does not know the label '"
            + sequence.label()
            + "'; it knows "
            + String.join(", ", labels()));
  }

  /** What the model says of each record, in their order. */
  public List<Prediction> predict(List<LabelledSequence> records) {
    List<float[]> rows = probabilities(records);
    List<Prediction> predictions = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      predictions.add(Prediction.of(records.get(i).id(), labels(), rows.get(i)));
    }
    return predictions;
  }

  /** The probability of each class for each record, in the order of the records. */
  public List<float[]> probabilities(List<LabelledSequence> records) {
    List<int[]> tokens = new ArrayList<>();
    for (LabelledSequence sequence : records) {
      int[] encoded = tokenizer().encode(sequence.sequence());
      if (encoded.length == 0) {
        throw Corpora.tooShort(sequence);
      }
      int longest = shape().maxLength();
      tokens.add(encoded.length > longest ? Arrays.copyOf(encoded, longest) : encoded);
    }
    return probabilitiesOfTokens(tokens);
  }

  /** The same for sequences of token numbers, each of at most the model's length. */
  public List<float[]> probabilitiesOfTokens(List<int[]> tokens) {
    return stream().compute(tokens);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      workers.ifPresent(ExecutorService::shutdownNow);
      inference.close();
    }
  }
}
