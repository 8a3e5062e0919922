package io.incrt.bench;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.incrt.network.Predictor;
import io.incrt.onnx.OnnxExport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * How many sequences a second a model predicts, beside onnxruntime on the exported file: the same
 * tokens, batches and threads, taking turns in one run. A Markdown table.
 */
public final class PredictBenchmark {

  private static final int ROUNDS = 9;
  private static final int BATCH = 64;
  private static final int BATCHES = 8;

  private PredictBenchmark() {}

  /** Takes model folders. Threads are those of OMP_NUM_THREADS, or all processors. */
  public static void main(String[] folders) throws IOException, OrtException {
    String wanted = System.getenv("OMP_NUM_THREADS");
    int threads =
        wanted == null ? Runtime.getRuntime().availableProcessors() : Integer.parseInt(wanted);
    System.out.println(
        "| model | heads | tokens | threads | here (sequences/s) | onnxruntime | here / onnxruntime |");
    System.out.println("|---|---|---|---|---|---|---|");
    for (String folder : folders) {
      try (Predictor model = new Predictor(Path.of(folder), threads)) {
        for (int length : new int[] {16, 64, 256, 512}) {
          if (length <= model.shape().maxLength()) {
            measure(model, length, threads);
          }
        }
        if (model.shape().maxLength() < 16) {
          measure(model, model.shape().maxLength(), threads);
        }
      }
    }
  }

  private static void measure(Predictor model, int length, int threads)
      throws IOException, OrtException {
    Path file = Files.createTempFile("incrt", ".onnx");
    OnnxExport.write(model, List.of(), file);
    Random random = new Random(1);
    List<List<int[]>> batches = new ArrayList<>();
    for (int b = 0; b < BATCHES; b++) {
      List<int[]> batch = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        int[] tokens = new int[length];
        Arrays.setAll(tokens, j -> 1 + random.nextInt(model.shape().vocabulary() - 1));
        batch.add(tokens);
      }
      batches.add(batch);
    }
    List<int[]> all = batches.stream().flatMap(List::stream).toList();
    double[] here = new double[ROUNDS];
    double[] there = new double[ROUNDS];
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(threads);
      try (OrtSession session =
          OrtEnvironment.getEnvironment().createSession(file.toString(), options)) {
        for (int round = -2; round < ROUNDS; round++) {
          long start = System.nanoTime();
          model.probabilitiesOfTokens(all);
          long middle = System.nanoTime();
          for (List<int[]> batch : batches) {
            run(session, batch, length);
          }
          long end = System.nanoTime();
          if (round >= 0) {
            here[round] = BATCH * BATCHES / ((middle - start) / 1e9);
            there[round] = BATCH * BATCHES / ((end - middle) / 1e9);
          }
        }
      }
    }
    Files.delete(file);
    double ours = median(here);
    double theirs = median(there);
    long heads = model.architecture().layers().stream().mapToLong(l -> l.heads().size()).sum();
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %d | %d | %.0f | %.0f | %.2f |%n",
        model.folder().getFileName(),
        heads,
        length,
        threads,
        ours,
        theirs,
        ours / theirs);
  }

  private static void run(OrtSession session, List<int[]> batch, int length) throws OrtException {
    long[][] tokens = new long[batch.size()][length];
    for (int i = 0; i < tokens.length; i++) {
      for (int j = 0; j < length; j++) {
        tokens[i][j] = batch.get(i)[j];
      }
    }
    try (OnnxTensor input = OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), tokens);
        OrtSession.Result result = session.run(Map.of("tokens", input))) {
      result.get("probabilities").orElseThrow().getValue();
    }
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
