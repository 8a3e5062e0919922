package io.incrt.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.incrt.Incrt;
import io.incrt.base.file.DurableFiles;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
    List<int[]> tokens = new ArrayList<>();
    records.forEach(
        record ->
            tokens.add(truncated(model, model.config().tokenizer().encode(record.sequence()))));
    tokens.removeIf(sequence -> sequence.length == 0);
    tokens.addAll(random(model));
    double difference = difference(model, content, tokens);
    if (!(difference <= TOLERANCE)) {
      throw new IOException(
          "the ONNX file was not written: its probabilities differ from the model's by "
              + difference
              + ", more than "
              + TOLERANCE);
    }
    DurableFiles.write(file, content);
    return new Result(content.length, OnnxModel.OPSET, tokens.size(), difference);
  }

  private static int[] truncated(Incrt model, int[] tokens) {
    return Arrays.copyOf(tokens, Math.min(tokens.length, model.config().shape().maxLength()));
  }

  private static List<int[]> random(Incrt model) {
    Random random = new Random(1);
    List<int[]> sequences = new ArrayList<>();
    for (int i = 0; i < RANDOM_BATCHES * BATCH; i++) {
      int longest = model.config().shape().maxLength();
      int[] tokens = new int[i == 0 ? longest : 1 + random.nextInt(longest)];
      for (int j = 0; j < tokens.length; j++) {
        tokens[j] =
            Tokenizer.UNKNOWN
                + random.nextInt(model.config().shape().vocabulary() - Tokenizer.UNKNOWN);
      }
      sequences.add(tokens);
    }
    return sequences;
  }

  private static double difference(Incrt model, byte[] content, List<int[]> tokens)
      throws IOException {
    double worst = 0;
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions();
        OrtSession session = OrtEnvironment.getEnvironment().createSession(content, options)) {
      for (int from = 0; from < tokens.size(); from += BATCH) {
        List<int[]> part = tokens.subList(from, Math.min(tokens.size(), from + BATCH));
        List<float[]> expected = model.predictor().answersToTokens(part);
        float[][] actual = run(session, part);
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

  /** The probabilities onnxruntime computes, the sequences padded to the longest. */
  static float[][] run(OrtSession session, List<int[]> tokens) throws OrtException {
    int longest = tokens.stream().mapToInt(sequence -> sequence.length).max().orElse(1);
    long[][] padded = new long[tokens.size()][longest];
    for (int i = 0; i < padded.length; i++) {
      for (int j = 0; j < tokens.get(i).length; j++) {
        padded[i][j] = tokens.get(i)[j];
      }
    }
    try (OnnxTensor input = OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), padded);
        OrtSession.Result result = session.run(Map.of("tokens", input))) {
      return (float[][]) result.get("probabilities").orElseThrow().getValue();
    }
  }
}
