package io.incrt.bench;

import io.incrt.Incrt;
import io.incrt.base.Statistics;
import io.incrt.bench.measure.MachineCeilings;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.bench.measure.Preset;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.model.Batch;
import io.incrt.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Prediction of one sequence and of many, beside onnxruntime in turns. */
final class PredictPart {

  private static final int WINDOW = 3;
  private static final int RECORDS = 40;
  private static final int IN_A_ROW = 50;

  /** So many are predicted before any count, or for so long: Java compiles meanwhile. */
  private static final int WARMING = 2000;

  private static final long WARMING_NANOSECONDS = 20_000_000_000L;

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
        .preset(size.preset().settings())
        .set("parts.floor", size.preset() == Preset.DEFAULT ? "ADDED" : "NONE")
        .set("network.pooling", "1")
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
    Singles cold = new Singles();
    Singles warm = new Singles();
    int length;
    try (Incrt model = Incrt.load(folder);
        OnnxRival rival = new OnnxRival(model, threads)) {
      length = Math.min(size.length(), model.config().shape().maxLength());
      Random random = new Random(1);
      long end = System.nanoTime() + WARMING_NANOSECONDS;
      while (cold.size() < WARMING && System.nanoTime() < end) {
        cold.turn(model, rival, length, IN_A_ROW, random);
      }
      while (warm.size() < latencies) {
        warm.turn(model, rival, length, Math.min(IN_A_ROW, latencies - warm.size()), random);
      }
    }
    PredictBenchmark.Rates rates;
    try (Incrt model = Incrt.load(folder, Device.CPU, threads)) {
      rates = PredictBenchmark.measure(model, length, threads, size.batch(), rounds);
    } finally {
      // A predictor of many threads leaves libtorch with one.
      MachineCeilings.threads(threads);
    }
    return new Results.Prediction(
        size,
        Statistics.quantile(warm.here, 0.5),
        Statistics.quantile(warm.here, 0.99),
        Statistics.quantile(cold.here, 0.99),
        Statistics.quantile(warm.there, 0.5),
        Statistics.quantile(warm.there, 0.99),
        rates.here(),
        rates.there());
  }

  /** The times of single sequences, here and there. */
  private static final class Singles {

    private final List<Double> here = new ArrayList<>();
    private final List<Double> there = new ArrayList<>();

    void turn(Incrt model, OnnxRival rival, int length, int count, Random random)
        throws IOException {
      List<List<Batch.Input>> asked = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        asked.add(PredictBenchmark.inputs(model, length, 1, random));
      }
      here.addAll(Turns.each(asked, model.predictor()::answersTo));
      there.addAll(Turns.each(asked, rival::run));
    }

    int size() {
      return here.size();
    }
  }
}
