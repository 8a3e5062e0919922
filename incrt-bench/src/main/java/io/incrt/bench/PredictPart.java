package io.incrt.bench;

import io.incrt.Incrt;
import io.incrt.data.Kind;
import io.incrt.data.LabelledSequence;
import io.incrt.network.MachineCeilings;
import io.incrt.network.MeasuredSteps.Size;
import io.incrt.network.Predictor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Prediction of one sequence and of many, beside onnxruntime in turns. */
final class PredictPart {

  private static final int WINDOW = 3;
  private static final int RECORDS = 40;
  private static final int IN_A_ROW = 50;

  private PredictPart() {}

  /** Writes a model of a size, trained for one step: its speed does not depend on more. */
  static void model(Size size, Path folder) throws IOException {
    Random random = new Random(1);
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      records.add(
          new LabelledSequence(
              String.valueOf(i), dna(random, size.length() + WINDOW - 1), i % 2 == 0 ? "x" : "y"));
    }
    Incrt.training()
        .records(records)
        .kind(Kind.DNA)
        .set("homeostat.enabled", "false")
        .set("network.width", String.valueOf(size.width()))
        .set("network.keyDimensions", String.valueOf(size.keyDimensions()))
        .set("network.heads", String.valueOf(size.heads()))
        .set("network.maxLength", String.valueOf(size.length()))
        .set("training.steps", "1")
        .set("training.batchSize", "2")
        .overwrite(true)
        .fit(folder)
        .close();
  }

  static String dna(Random random, int letters) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < letters; i++) {
      text.append("ACGT".charAt(random.nextInt(4)));
    }
    return text.toString();
  }

  static Results.Prediction measure(Size size, Path folder, int threads, int latencies, int rounds)
      throws IOException {
    double[] here = new double[latencies];
    double[] there = new double[latencies];
    int length;
    try (Predictor model = new Predictor(folder);
        OnnxRival rival = new OnnxRival(model, threads)) {
      length = Math.min(size.length(), model.shape().maxLength());
      Random random = new Random(1);
      for (int from = -IN_A_ROW; from < latencies; from += IN_A_ROW) {
        List<List<int[]>> asked = new ArrayList<>();
        for (int i = 0; i < Math.min(IN_A_ROW, latencies - from); i++) {
          asked.add(PredictBenchmark.tokens(model, length, 1, random));
        }
        double[] ours = Turns.each(asked, model::probabilitiesOfTokens);
        double[] theirs = Turns.each(asked, rival::run);
        if (from >= 0) {
          System.arraycopy(ours, 0, here, from, ours.length);
          System.arraycopy(theirs, 0, there, from, theirs.length);
        }
      }
    }
    PredictBenchmark.Rates rates;
    try (Predictor model = new Predictor(folder, threads)) {
      rates = PredictBenchmark.measure(model, length, threads, size.batch(), rounds);
    } finally {
      // A predictor of many threads leaves libtorch with one.
      MachineCeilings.threads(threads);
    }
    Arrays.sort(here);
    Arrays.sort(there);
    return new Results.Prediction(
        size,
        quantile(here, 0.5),
        quantile(here, 0.99),
        quantile(there, 0.5),
        quantile(there, 0.99),
        rates.here(),
        rates.there());
  }

  /** Of sorted values, the one that so large a share of them is not above. */
  static double quantile(double[] sorted, double share) {
    return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }
}
