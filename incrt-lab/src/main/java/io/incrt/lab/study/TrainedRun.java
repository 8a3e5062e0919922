package io.incrt.lab.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.incrt.base.file.DurableFiles;
import io.incrt.data.corpus.Corpus;
import io.incrt.lab.experiment.Workbench;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import io.incrt.train.TrainingRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
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

  private static final ObjectMapper JSON = new ObjectMapper();

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

  /** Trains, or reads what an earlier call with the same corpus and settings found. */
  public static TrainedRun of(String name, Corpus corpus, RunSettings settings, Workbench bench)
      throws IOException {
    Path folder = folder(name, corpus, settings, bench);
    Path known = folder.resolve("outcome.json");
    if (Files.exists(known)) {
      return JSON.readValue(Files.readAllBytes(known), TrainedRun.class);
    }
    long start = System.nanoTime();
    TrainingRun run =
        new TrainingRun(corpus, settings, folder, TrainingRun.SILENT, bench.device(), null);
    bench.progress().accept(name + ": " + run.steps() + " steps");
    TrainingRun.Result result = run.train(true, false, () -> false);
    TrainedRun found =
        read(name, settings, corpus.train().size(), folder, result, run.steps())
            .took((System.nanoTime() - start) / 1e9);
    DurableFiles.write(known, JSON.writeValueAsBytes(found));
    return found;
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

  private static String key(String name, Corpus corpus, RunSettings settings, Device device) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(Settings.identity(settings).getBytes(StandardCharsets.UTF_8));
      if (device != Device.CPU) {
        sha.update(device.name().getBytes(StandardCharsets.UTF_8));
      }
      corpus.train().forEach(one -> sha.update(one.sequence().getBytes(StandardCharsets.UTF_8)));
      corpus.test().forEach(one -> sha.update(one.sequence().getBytes(StandardCharsets.UTF_8)));
      return name.replaceAll("[^A-Za-z0-9]+", "-")
          + "-"
          + HexFormat.of().formatHex(sha.digest()).substring(0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static List<JsonNode> lines(Path file) throws IOException {
    List<JsonNode> found = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      found.add(JSON.readTree(line));
    }
    return found;
  }

  private static TrainedRun read(
      String name,
      RunSettings settings,
      int records,
      Path folder,
      TrainingRun.Result result,
      long steps)
      throws IOException {
    double epochsAStep = (double) settings.training().batchSize() / records;
    List<JsonNode> metrics = lines(folder.resolve("metrics.jsonl"));
    List<Moment> curve = new ArrayList<>();
    for (JsonNode line : lines(folder.resolve("history.jsonl"))) {
      int count = 0;
      int dimensions = 0;
      for (JsonNode layer : line.path("layers")) {
        count += layer.path("heads").asInt();
        dimensions += layer.path("dimensions").asInt();
      }
      double accuracy = Double.NaN;
      for (JsonNode metric : metrics) {
        accuracy =
            metric.path("step").asLong() <= line.path("step").asLong()
                ? metric.path("accuracy").asDouble()
                : accuracy;
      }
      JsonNode first = line.path("layers").path(0);
      curve.add(
          new Moment(
              line.path("step").asLong(),
              line.path("step").asLong() * epochsAStep,
              count,
              inHeads(settings.network(), count, dimensions),
              first.path("residualEnergy").asDouble(),
              first.path("threshold").asDouble(),
              accuracy));
    }
    int born = 0;
    int pruned = 0;
    long settledAt = -1;
    List<Double> decay = new ArrayList<>();
    for (JsonNode event : lines(folder.resolve("growth.jsonl"))) {
      switch (event.path("event").asText()) {
        case "HeadBorn" -> {
          born++;
          if (event.path("layer").asInt() == 0) {
            decay.add(event.path("residualEnergy").asDouble());
          }
        }
        case "HeadPruned" -> pruned++;
        case "Settled" -> settledAt = event.path("step").asLong();
        default -> {}
      }
    }
    if (!curve.isEmpty()) {
      decay.add(curve.get(curve.size() - 1).residualEnergy);
    }
    JsonNode certificate = JSON.readTree(folder.resolve("certificate.json").toFile());
    JsonNode predicted = certificate.path("layers").path(0).path("heads");
    JsonNode last = metrics.get(metrics.size() - 1).path("heads");
    List<List<Integer>> heads = new ArrayList<>();
    for (JsonNode layer : last) {
      List<Integer> dimensions = new ArrayList<>();
      layer.forEach(one -> dimensions.add(one.asInt()));
      heads.add(dimensions);
    }
    return new TrainedRun(
        name,
        settings.training().seed(),
        result.test().accuracy(),
        result.test().macroF1(),
        result.score(),
        heads,
        attention(settings.network(), folder),
        steps,
        0,
        settledAt,
        born,
        pruned,
        curve.isEmpty() ? 0 : curve.get(0).residualEnergy,
        number(predicted.path("predictedByPaper")),
        number(predicted.path("bound")),
        number(predicted.path("spectral")),
        curve,
        decay);
  }

  private static Double number(JsonNode node) {
    return node.isNumber() ? node.asDouble() : null;
  }

  /** The numbers in heads that have so many key dimensions together. */
  private static long inHeads(RunSettings.NetworkSettings network, int heads, int dimensions) {
    return 2L * network.width() * (dimensions + (long) heads * network.keyDimensions());
  }

  private static long attention(RunSettings.NetworkSettings network, Path folder)
      throws IOException {
    JsonNode config = JSON.readTree(folder.resolve("config.json").toFile());
    int heads = 0;
    int dimensions = 0;
    for (JsonNode layer : config.path("architecture").path("layers")) {
      for (JsonNode head : layer.path("heads")) {
        heads++;
        for (JsonNode block : head.path("blocks")) {
          dimensions += block.asInt();
        }
      }
    }
    return inHeads(network, heads, dimensions);
  }
}
