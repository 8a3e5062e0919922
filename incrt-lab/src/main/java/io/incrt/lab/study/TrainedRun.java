package io.incrt.lab.study;

import io.incrt.Evaluation;
import io.incrt.Incrt;
import io.incrt.Training;
import io.incrt.base.file.Digests;
import io.incrt.base.file.DurableFiles;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.json.Json;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.event.Certificate;
import io.incrt.event.GrowthEvent;
import io.incrt.event.Moment.LayerMoment;
import io.incrt.event.Validation;
import io.incrt.geometry.Vectors;
import io.incrt.lab.experiment.CodeVersion;
import io.incrt.lab.experiment.Workbench;
import io.incrt.settings.NetworkSettings;
import io.incrt.settings.RunSettings;
import io.incrt.store.Fingerprint;
import io.incrt.store.RunFiles;
import io.incrt.tensor.Device;
import io.incrt.train.RunListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What came of one training run.
 *
 * @param name what was varied
 * @param seed the run's seed
 * @param accuracy on the test records
 * @param macroF1 on the test records
 * @param validation the best validation accuracy
 * @param heads the key dimensions of every head of every layer at the end of training
 * @param attentionParameters the numbers in the saved model's heads
 * @param steps how many were made
 * @param flops of all of them, judging included
 * @param seconds how long it took, as far as this process saw it
 * @param settledAt the step the architecture settled at for the last time, −1 where it had not
 * @param born heads born in training
 * @param pruned heads pruned in training
 * @param gamma0 Γ_res at the first check
 * @param predictedByPaper the paper's formula at the first check; null without a certificate
 * @param bound the proven bound at the stop; null without a certificate
 * @param spectral the exact count at the stop; null without a certificate
 * @param curve some hundred moments
 * @param decay Γ_res before every birth of the first layer, and at the end
 */
public record TrainedRun(
    String name,
    long seed,
    double accuracy,
    double macroF1,
    double validation,
    List<List<Integer>> heads,
    long attentionParameters,
    long steps,
    double flops,
    double seconds,
    long settledAt,
    int born,
    int pruned,
    double gamma0,
    Double predictedByPaper,
    Double bound,
    Double spectral,
    List<Moment> curve,
    List<Double> decay) {

  /**
   * A moment of training.
   *
   * @param step steps made
   * @param epoch how often the training records were seen by then
   * @param heads of all layers
   * @param attentionParameters the numbers in them
   * @param residualEnergy Γ_res of the first layer
   * @param threshold θ_w of the first layer
   * @param accuracy that of the last validation, NaN before the first
   */
  record Moment(
      long step,
      double epoch,
      int heads,
      long attentionParameters,
      double residualEnergy,
      double threshold,
      double accuracy) {}

  /** All heads of all layers. */
  public int headCount() {
    return heads.stream().mapToInt(List::size).sum();
  }

  /** Trains, or reads the outcome of an earlier run of the same code on the same data. */
  public static TrainedRun of(String name, Corpus corpus, RunSettings settings, Workbench bench)
      throws IOException {
    Path folder = folder(name, corpus, settings, bench);
    Path known = folder.resolve("outcome.json");
    if (Files.exists(known)) {
      return Json.mapper().readValue(Files.readAllBytes(known), TrainedRun.class);
    }
    long start = System.nanoTime();
    long[] steps = {0};
    RunListener progress =
        new RunListener() {
          @Override
          public void started(long all) {
            steps[0] = all;
            bench.progress().accept(name + ": " + all + " steps");
          }
        };
    Training.Outcome outcome =
        Incrt.training()
            .corpus(corpus)
            .preset(settings)
            .device(bench.device())
            .listener(progress)
            .resume(true)
            .run(folder);
    TrainedRun trained =
        read(name, settings, corpus.train().size(), folder, outcome, steps[0])
            .took((System.nanoTime() - start) / 1e9);
    DurableFiles.write(known, Json.bytes(trained));
    return trained;
  }

  /** Where such a run's model is. */
  public static Path folder(String name, Corpus corpus, RunSettings settings, Workbench bench) {
    return bench.work().resolve(key(name, corpus, settings, bench.device()));
  }

  private TrainedRun took(double time) {
    return new TrainedRun(
        name,
        seed,
        accuracy,
        macroF1,
        validation,
        heads,
        attentionParameters,
        steps,
        flops,
        time,
        settledAt,
        born,
        pruned,
        gamma0,
        predictedByPaper,
        bound,
        spectral,
        curve,
        decay);
  }

  /**
   * The code an outcome depends on: all of incrt-network, at whose root Evaluation is, the
   * geometry, the tokenizers, and how outcomes are read. Digested when first asked for, once.
   */
  private static final class Code {
    static final String VERSION =
        CodeVersion.of(
            List.of(Evaluation.class, Vectors.class, Tokenizer.class), List.of(TrainedRun.class));
  }

  /** Another key wherever the code, the settings, the device or any record of any split differs. */
  private static String key(String name, Corpus corpus, RunSettings settings, Device device) {
    return key(name, Fingerprint.of(corpus, settings, device), Code.VERSION);
  }

  static String key(String name, String fingerprint, String codeVersion) {
    return name.replaceAll("[^A-Za-z0-9]+", "-")
        + "-"
        + Digests.sha256().add(fingerprint).add(codeVersion).hex().substring(0, 12);
  }

  private static TrainedRun read(
      String name,
      RunSettings settings,
      int records,
      Path folder,
      Training.Outcome outcome,
      long steps)
      throws IOException {
    double epochsAStep = (double) settings.training().batchSize() / records;
    RunFiles.RunLog log = RunFiles.read(folder);
    List<Moment> curve = new ArrayList<>();
    for (io.incrt.event.Moment moment : log.history()) {
      double accuracy = Double.NaN;
      for (Validation validation : log.metrics()) {
        accuracy = validation.step() <= moment.step() ? validation.figure("accuracy") : accuracy;
      }
      LayerMoment first =
          moment.layers().isEmpty() ? new LayerMoment(0, 0, 0) : moment.layers().get(0);
      curve.add(
          new Moment(
              moment.step(),
              moment.step() * epochsAStep,
              moment.heads(),
              inHeads(settings.network(), moment.heads(), moment.dimensions()),
              first.residualEnergy() == null ? 0 : first.residualEnergy(),
              first.threshold() == null ? 0 : first.threshold(),
              accuracy));
    }
    List<Double> decay = new ArrayList<>();
    long born = log.growth().stream().filter(GrowthEvent.HeadBorn.class::isInstance).count();
    long pruned = log.growth().stream().filter(GrowthEvent.HeadPruned.class::isInstance).count();
    long settledAt = -1;
    for (GrowthEvent event : log.growth()) {
      if (event instanceof GrowthEvent.HeadBorn birth && birth.layer() == 0) {
        decay.add(birth.measured().residualEnergy());
      } else if (event instanceof GrowthEvent.Settled) {
        settledAt = event.step();
      }
    }
    if (!curve.isEmpty()) {
      decay.add(curve.get(curve.size() - 1).residualEnergy);
    }
    Certificate.Heads predicted =
        log.certificate().layers().stream().findFirst().map(Certificate.Layer::heads).orElse(null);
    List<List<Integer>> kept = outcome.architecture().dimensions();
    return new TrainedRun(
        name,
        settings.training().seed(),
        outcome.evaluation().test().accuracy(),
        outcome.evaluation().test().macroF1(),
        outcome.score(),
        log.metrics().get(log.metrics().size() - 1).heads(),
        inHeads(
            settings.network(),
            kept.stream().mapToInt(List::size).sum(),
            kept.stream().flatMap(List::stream).mapToInt(Integer::intValue).sum()),
        steps,
        flops(log.history(), steps),
        0,
        settledAt,
        (int) born,
        (int) pruned,
        curve.isEmpty() ? 0 : curve.get(0).residualEnergy,
        predicted == null ? null : predicted.predictedByPaper(),
        predicted == null ? null : predicted.bound(),
        predicted == null || predicted.spectral() == null
            ? null
            : predicted.spectral().doubleValue(),
        curve,
        decay);
  }

  /** As counted up to the last moment, and as many a step from there to the end. */
  private static double flops(List<io.incrt.event.Moment> history, long steps) {
    if (history.isEmpty()) {
      return 0;
    }
    io.incrt.event.Moment last = history.get(history.size() - 1);
    return last.flops() * steps / last.step();
  }

  /** The numbers in heads that have so many key dimensions in all. */
  private static long inHeads(NetworkSettings network, int heads, int dimensions) {
    return 2L * network.width() * (dimensions + (long) heads * network.keyDimensions());
  }
}
