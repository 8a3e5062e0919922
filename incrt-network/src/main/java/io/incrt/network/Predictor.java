package io.incrt.network;

import io.incrt.data.LabelledSequence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.global.torch;

/** A trained model, opened to predict. */
public final class Predictor implements AutoCloseable {

  private final ModelFolder.Loaded model;

  /** Opens a model's folder. */
  public Predictor(Path folder) throws IOException {
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
    float[] flat =
        Libtorch.scoped(
            () ->
                Libtorch.withoutGradients(
                    () -> {
                      Batch batch = Batch.of(tokens, new int[tokens.length]);
                      return Libtorch.toFloats(
                          torch.softmax(model.network().forward(batch, 0).logits(), 1));
                    }));
    List<List<Double>> all = new ArrayList<>();
    int classes = labels().size();
    for (int i = 0; i < tokens.length; i++) {
      List<Double> row = new ArrayList<>();
      for (int c = 0; c < classes; c++) {
        row.add((double) flat[i * classes + c]);
      }
      all.add(row);
    }
    return all;
  }

  @Override
  public void close() {
    model.network().close();
  }
}
