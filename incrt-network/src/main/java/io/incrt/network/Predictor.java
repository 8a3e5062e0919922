package io.incrt.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.incrt.data.LabelledSequence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A trained model, opened to predict. */
public final class Predictor implements AutoCloseable {

  private static final int BATCH = 64;

  private final Path folder;
  private final ModelFolder.Loaded model;

  /** Opens a model's folder. */
  public Predictor(Path folder) throws IOException {
    this.folder = folder;
    this.model = ModelFolder.read(folder);
  }

  /** The classes, in the order of the probabilities. */
  public List<String> labels() {
    return model.content().labels();
  }

  /** The architecture it grew into. */
  public Architecture architecture() {
    return model.content().architecture();
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

  /** Judges the model on labelled records. */
  public Evaluation evaluate(List<LabelledSequence> records) {
    List<List<Double>> probabilities = new ArrayList<>();
    List<Integer> truth = new ArrayList<>();
    for (LabelledSequence sequence : records) {
      int label = labels().indexOf(sequence.label());
      if (label < 0) {
        throw new IllegalArgumentException(
            "record "
                + sequence.id()
                + " has the label '"
                + sequence.label()
                + "', which the model does not know; it knows "
                + String.join(", ", labels()));
      }
      truth.add(label);
    }
    for (int from = 0; from < records.size(); from += BATCH) {
      probabilities.addAll(
          probabilities(records.subList(from, Math.min(records.size(), from + BATCH))));
    }
    return Evaluation.of(labels(), probabilities, truth);
  }

  /** The certificate, as certificate.json has it. */
  public JsonNode certificate() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("certificate.json").toFile());
  }

  /** The probability of each class for each record, in the order of the records. */
  public List<List<Double>> probabilities(List<LabelledSequence> records) {
    int longest = model.content().shape().maxLength();
    int[][] tokens = new int[records.size()][];
    for (int i = 0; i < tokens.length; i++) {
      int[] encoded = model.content().tokenizer().encode(records.get(i).sequence());
      if (encoded.length == 0) {
        throw new IllegalArgumentException(
            "record " + records.get(i).id() + " is too short to hold a single token");
      }
      tokens[i] = encoded.length > longest ? Arrays.copyOf(encoded, longest) : encoded;
    }
    return model.network().probabilities(() -> Batch.of(tokens, new int[tokens.length]));
  }

  @Override
  public void close() {
    model.network().close();
  }
}
