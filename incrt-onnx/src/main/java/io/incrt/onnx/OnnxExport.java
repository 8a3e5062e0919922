package io.incrt.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.incrt.Incrt;
import io.incrt.base.file.DurableFiles;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.Spelling;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.model.Batch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Writes a model as a single ONNX file. Before the file is put in place, onnxruntime must compute
 * with it what the model computes, on random tokens of all lengths and on the given records.
 */
public final class OnnxExport {

  /** The largest difference of a probability that is attributed to rounding. */
  public static final double TOLERANCE = 1e-4;

  private static final int RANDOM_BATCHES = 8;
  private static final int BATCH = 16;

  private OnnxExport() {}

  /**
   * The result of an export.
   *
   * @param bytes the size of the file
   * @param opset the operator set it needs
   * @param sequences how many sequences it was verified on
   * @param difference the largest difference of a probability among them
   */
  public record Result(long bytes, int opset, int sequences, double difference) {}

  /**
   * Exports a model.
   *
   * @param records real input to verify on, besides random input; may be empty
   * @throws IOException if the file cannot be written, or does not compute what the model does
   */
  public static Result write(Incrt model, List<LabelledSequence> records, Path file)
      throws IOException {
    byte[] content = OnnxModel.of(model.predictor());
    List<Batch.Input> inputs =
        new ArrayList<>(
            model
                .predictor()
                .inputs(
                    records.stream()
                        .filter(
                            record ->
                                model.config().tokenizer().encode(record.sequence()).length > 0)
                        .toList()));
    inputs.addAll(random(model));
    double difference = difference(model, content, inputs);
    if (!(difference <= TOLERANCE)) {
      throw new IOException(
          "the ONNX file was not written: its probabilities differ from the model's by "
              + difference
              + ", more than "
              + TOLERANCE);
    }
    DurableFiles.write(file, content);
    return new Result(content.length, OnnxModel.OPSET, inputs.size(), difference);
  }

  private static List<Batch.Input> random(Incrt model) {
    Random random = new Random(1);
    List<Batch.Input> inputs = new ArrayList<>();
    for (int i = 0; i < RANDOM_BATCHES * BATCH; i++) {
      int longest = model.config().shape().maxTokens();
      int[] tokens = new int[i == 0 ? longest : 1 + random.nextInt(longest)];
      for (int j = 0; j < tokens.length; j++) {
        tokens[j] =
            Tokenizer.UNKNOWN
                + random.nextInt(model.config().shape().vocabulary() - Tokenizer.UNKNOWN);
      }
      float[] floor = floor(model, random);
      inputs.add(model.predictor().input(tokens, floor, letters(model, tokens.length, random)));
    }
    return inputs;
  }

  /** Log-probabilities as a linear model might say them; null if it is not asked. */
  private static float[] floor(Incrt model, Random random) {
    if (!OnnxModel.isMixed(model.config())) {
      return null;
    }
    float[] said = new float[model.config().shape().classes()];
    for (int i = 0; i < said.length; i++) {
      said[i] = -4 * random.nextFloat();
    }
    return said;
  }

  /** Letters of random words, one for each token; null if they are not read. */
  private static int[][] letters(Incrt model, int words, Random random) {
    if (!OnnxModel.readsLetters(model.config())) {
      return null;
    }
    int[][] letters = new int[words][];
    for (int i = 0; i < words; i++) {
      StringBuilder word = new StringBuilder();
      for (int j = random.nextInt(2 * Spelling.KEPT); j >= 0; j--) {
        word.append((char) ('a' + random.nextInt(26)));
      }
      letters[i] = Spelling.of(word.toString());
    }
    return letters;
  }

  private static double difference(Incrt model, byte[] content, List<Batch.Input> inputs)
      throws IOException {
    double worst = 0;
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions();
        OrtSession session = OnnxEnvironment.get().createSession(content, options)) {
      int pooling = model.config().shape().pooling();
      for (int from = 0; from < inputs.size(); from += BATCH) {
        List<Batch.Input> part = inputs.subList(from, Math.min(inputs.size(), from + BATCH));
        List<float[]> expected = model.predictor().answersTo(part);
        float[][] actual = run(session, part, pooling);
        for (int i = 0; i < actual.length; i++) {
          for (int c = 0; c < actual[i].length; c++) {
            double gap = Math.abs(actual[i][c] - expected.get(i)[c]);
            worst = Double.isNaN(gap) ? Double.POSITIVE_INFINITY : Math.max(worst, gap);
          }
        }
      }
    } catch (OrtException e) {
      throw new IOException("onnxruntime does not accept the graph: " + e.getMessage(), e);
    }
    return worst;
  }

  /**
   * The probabilities onnxruntime computes, the sequences padded to the longest.
   *
   * @param pooling what their length must be a multiple of
   */
  static float[][] run(OrtSession session, List<Batch.Input> inputs, int pooling)
      throws OrtException {
    int longest = inputs.stream().mapToInt(input -> input.tokens().length).max().orElse(1);
    longest = (longest + pooling - 1) / pooling * pooling;
    long[][] padded = new long[inputs.size()][longest];
    float[][] floors = new float[inputs.size()][];
    for (int i = 0; i < padded.length; i++) {
      int[] tokens = inputs.get(i).tokens();
      for (int j = 0; j < tokens.length; j++) {
        padded[i][j] = tokens[j];
      }
      floors[i] = inputs.get(i).floor();
    }
    Map<String, OnnxTensor> given = new HashMap<>();
    OrtEnvironment environment = OnnxEnvironment.get();
    try {
      given.put("tokens", OnnxTensor.createTensor(environment, padded));
      if (floors[0] != null) {
        given.put("floor", OnnxTensor.createTensor(environment, floors));
      }
      if (inputs.get(0).letters() != null) {
        given.put("letters", OnnxTensor.createTensor(environment, letters(inputs, longest)));
      }
      try (OrtSession.Result result = session.run(given)) {
        return (float[][]) result.get("probabilities").orElseThrow().getValue();
      }
    } finally {
      given.values().forEach(OnnxTensor::close);
    }
  }

  private static long[][][] letters(List<Batch.Input> inputs, int words) {
    int most =
        inputs.stream()
            .flatMap(input -> Arrays.stream(input.letters()))
            .mapToInt(word -> word.length)
            .max()
            .orElse(1);
    long[][][] padded = new long[inputs.size()][words][most];
    for (int i = 0; i < padded.length; i++) {
      int[][] own = inputs.get(i).letters();
      for (int j = 0; j < own.length; j++) {
        for (int k = 0; k < own[j].length; k++) {
          padded[i][j][k] = own[j][k];
        }
      }
    }
    return padded;
  }
}
