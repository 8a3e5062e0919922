package io.incrt.train;

import io.incrt.Evaluation;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.LabelledSequence;
import io.incrt.geometry.homeostat.Decision;
import io.incrt.geometry.homeostat.LayerMeasurement;
import io.incrt.model.Architecture;
import io.incrt.model.Compute;
import io.incrt.model.Network;
import io.incrt.model.Shape;
import io.incrt.settings.RunSettings;
import io.incrt.settings.TrainingSettings;
import io.incrt.store.Certificates;
import io.incrt.store.Checkpoints;
import io.incrt.store.Fingerprint;
import io.incrt.store.GrowthLog;
import io.incrt.store.ModelConfig;
import io.incrt.store.ModelFolder;
import io.incrt.tensor.Device;
import io.incrt.tensor.HostTensor;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.ParameterSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A whole run: trains, validates, keeps the best model, saves checkpoints, and at the end writes
 * the model's folder. Killed at any moment and started again with {@code resume}, it ends with the
 * same model to the bit.
 */
public final class TrainingRun {

  private static final String BEST = "best/";

  private final Corpus corpus;
  private final RunSettings settings;
  private final Path folder;
  private final Listener listener;
  private final String command;
  private final Device device;
  private final Checkpoints checkpoints;
  private final String fingerprint;
  private final List<Map<String, Object>> growth = new ArrayList<>();
  private final List<Map<String, Object>> metrics = new ArrayList<>();
  private final HistoryLog history;
  private Map<String, Object> certificate = Map.of("settled", false, "step", 0);
  private String startedAt = now();
  private double bestScore = -1;
  private long bestStep;
  private Architecture bestArchitecture;
  private Map<String, HostTensor> bestTensors = Map.of();

  /** A run on this data with these settings; its files go to {@code folder}. */
  public TrainingRun(Corpus corpus, RunSettings settings, Path folder, Listener listener) {
    this(corpus, settings, folder, listener, Device.CPU, null);
  }

  /**
   * The same.
   *
   * @param device where to compute
   * @param command how to make the model again, for its provenance; null where nobody knows
   */
  public TrainingRun(
      Corpus corpus,
      RunSettings settings,
      Path folder,
      Listener listener,
      Device device,
      String command) {
    this.device = device;
    this.command = command;
    this.corpus = corpus;
    TrainingSettings recipe =
        settings
            .training()
            .forData(corpus.train().size(), ModelFolder.shape(corpus, settings).maxLength());
    // One seed for all: the Homeostat's own only shifts it.
    long homeostatSeed = recipe.seed() + settings.homeostat().seed();
    this.settings =
        new RunSettings(
            settings.network(),
            recipe,
            settings.homeostat().withSeed(homeostatSeed),
            settings.data());
    this.folder = folder;
    this.listener = listener;
    this.checkpoints = new Checkpoints(folder.resolve("checkpoints"));
    this.fingerprint = Fingerprint.of(corpus, this.settings, device);
    this.history =
        new HistoryLog(this.settings.training().steps(), this.settings.homeostat().checkEvery());
  }

  /** Whether a folder holds a run, finished or not. */
  public static boolean isIn(Path folder) {
    return Files.exists(folder.resolve("config.json")) || hasCheckpoints(folder);
  }

  /** Whether a folder holds checkpoints to go on from. */
  public static boolean hasCheckpoints(Path folder) {
    return Files.exists(folder.resolve("checkpoints"));
  }

  /** The number of steps it will make. */
  public long steps() {
    return settings.training().steps();
  }

  /** Is told and says nothing. */
  public static final Listener SILENT =
      new Listener() {
        @Override
        public void stepped(
            long step, double loss, List<LayerMeasurement> found, Architecture architecture) {}

        @Override
        public void decided(Decision decision) {}

        @Override
        public void validated(long step, double score, boolean best) {}
      };

  /** Is told what happens while it happens. */
  public interface Listener {
    /** After every step: its number, the loss, and what a check found, if there was one. */
    void stepped(long step, double loss, List<LayerMeasurement> found, Architecture architecture);

    /** When the architecture changes or settles. */
    void decided(Decision decision);

    /** After every validation. */
    void validated(long step, double score, boolean best);

    /** When there is something to know of the records. */
    default void remarked(String remark) {}
  }

  /**
   * How a run ended.
   *
   * @param finished whether it came to its end; otherwise it was stopped and can be resumed
   * @param step the steps made
   * @param score the best validation score
   * @param test how that model does on the test records; null where there are none
   * @param architecture that model's architecture
   */
  public record Result(
      boolean finished, long step, double score, Evaluation test, Architecture architecture) {}

  /**
   * Trains to the end, or until {@code stop} says so, whereupon it saves and returns.
   *
   * @param resume whether to go on from the newest checkpoint, if there is one
   * @param stopWhenSettled whether to end as soon as the architecture is settled
   */
  public Result train(boolean resume, boolean stopWhenSettled, BooleanSupplier stop)
      throws IOException {
    device.require();
    Shape shape = ModelFolder.shape(corpus, settings);
    int length = shape.maxLength();
    Encoded training = encoded(corpus.train(), length, "to train on");
    Corpus then = corpus.then().orElse(corpus);
    long changeAt = corpus.then().isPresent() ? settings.training().steps() / 2 : Long.MAX_VALUE;
    TrainingData data =
        new TrainingData(
            training,
            corpus.then().isEmpty()
                ? training
                : encoded(then.train(), length, "to train on, from the change on"),
            changeAt);
    Encoded valid = encoded(corpus.valid(), length, "to validate");
    Encoded validThen =
        corpus.then().isEmpty()
            ? valid
            : encoded(then.valid(), length, "to validate, from the change on");
    try (Trainer trainer = trainer(shape, data, resume)) {
      TrainingSettings recipe = settings.training();
      boolean ended =
          trainer.step() >= recipe.steps()
              || (recipe.patience() > 0 && sinceBest() >= recipe.patience());
      while (!ended) {
        if (stop.getAsBoolean()) {
          save(trainer);
          return new Result(
              false, trainer.step(), bestScore, null, trainer.network().architecture());
        }
        if (trainer.step() == changeAt) {
          // What was best for the old task says nothing of the new one.
          bestScore = -1;
          growth.add(GrowthLog.taskChanged(changeAt));
        }
        Trainer.Outcome outcome = trainer.advance();
        record(outcome, trainer);
        ended = trainer.step() >= recipe.steps() || (stopWhenSettled && trainer.isSettled());
        if (ended || trainer.step() % recipe.evaluateEvery() == 0) {
          validate(trainer, trainer.step() <= changeAt ? valid : validThen);
          ended |= recipe.patience() > 0 && sinceBest() >= recipe.patience();
          save(trainer);
        }
      }
      return finish(shape, length);
    }
  }

  private Encoded encoded(List<LabelledSequence> records, int length, String use) {
    Encoded encoded = Encoded.of(records, corpus.tokenizer(), corpus.labels(), length);
    if (encoded.cut() > 0) {
      listener.remarked(
          encoded.cut()
              + " of "
              + encoded.size()
              + " records "
              + use
              + " cut to "
              + length
              + " tokens, the most the model takes");
    }
    return encoded;
  }

  private Trainer trainer(Shape shape, TrainingData training, boolean resume) throws IOException {
    Optional<Checkpoints.Checkpoint<RunState>> saved =
        resume ? checkpoints.newest(RunState.class) : Optional.empty();
    if (saved.isEmpty()) {
      return new Trainer(shape, training, settings, device);
    }
    RunState state = saved.get().header();
    if (!state.settings().equals(fingerprint)) {
      throw new IllegalArgumentException(
          "the checkpoint in "
              + folder
              + " is of a run with other data or settings, or on another device; resume with those,"
              + " or train into another folder");
    }
    startedAt = state.startedAt();
    growth.addAll(state.growth());
    metrics.addAll(state.metrics());
    history.restore(state.history());
    certificate = state.certificate();
    bestScore = state.bestScore();
    bestStep = state.bestStep();
    bestArchitecture = state.bestArchitecture();
    Map<String, HostTensor> now = new LinkedHashMap<>();
    bestTensors = new LinkedHashMap<>();
    saved
        .get()
        .tensors()
        .forEach(
            (name, tensor) -> {
              if (name.startsWith(BEST)) {
                bestTensors.put(name.substring(BEST.length()), tensor);
              } else {
                now.put(name, tensor);
              }
            });
    return new Trainer(
        shape, training, settings, device, state.position(), ParameterSource.stored(now));
  }

  private void record(Trainer.Outcome outcome, Trainer trainer) {
    for (Decision decision : outcome.verdict().decisions()) {
      growth.add(GrowthLog.line(decision));
      listener.decided(decision);
    }
    List<LayerMeasurement> found = outcome.verdict().measurements();
    if (!found.isEmpty() && !trainer.isSettled()) {
      // The predictions cost an eigensolve, so an unsettled architecture gets them at the end only.
      boolean last =
          outcome.verdict().decisions().isEmpty()
              && trainer.step() + settings.homeostat().checkEvery() > settings.training().steps();
      certificate =
          last
              ? Certificates.of(trainer.describe())
              : Certificates.unsettled(trainer.step() - 1, found);
    }
    for (Decision decision : outcome.verdict().decisions()) {
      if (decision instanceof Decision.Settled settled) {
        certificate = Certificates.of(settled.certificate());
      }
    }
    history.stepped(trainer.step(), outcome.loss(), found, trainer.network().architecture());
    listener.stepped(trainer.step(), outcome.loss(), found, trainer.network().architecture());
  }

  private void validate(Trainer trainer, Encoded valid) {
    Evaluation found =
        Trainer.evaluate(
            trainer.network(), valid, corpus.labels(), settings.training().batchSize());
    double score =
        settings.training().bestBy() == TrainingSettings.Score.ACCURACY
            ? found.accuracy()
            : found.macroF1();
    boolean best = score > bestScore;
    if (best) {
      bestScore = score;
      bestStep = trainer.step();
      bestArchitecture = trainer.network().architecture();
      bestTensors = trainer.network().tensors();
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("step", trainer.step());
    line.put("split", "valid");
    line.put("accuracy", found.accuracy());
    line.put("macroF1", found.macroF1());
    line.put("logLoss", found.logLoss());
    line.put("best", best);
    line.put("heads", heads(trainer.network().architecture()));
    metrics.add(line);
    listener.validated(trainer.step(), score, best);
  }

  /** Validations since the best one. */
  private int sinceBest() {
    int count = 0;
    for (Map<String, Object> line : metrics) {
      count = Boolean.TRUE.equals(line.get("best")) ? 0 : count + 1;
    }
    return count;
  }

  private static List<List<Integer>> heads(Architecture architecture) {
    return architecture.layers().stream()
        .map(layer -> layer.heads().stream().map(Architecture.HeadShape::dimensions).toList())
        .toList();
  }

  private void save(Trainer trainer) throws IOException {
    Map<String, HostTensor> tensors = new LinkedHashMap<>(trainer.tensors());
    bestTensors.forEach((name, tensor) -> tensors.put(BEST + name, tensor));
    RunState state =
        new RunState(
            fingerprint,
            startedAt,
            trainer.position(),
            growth,
            metrics,
            history.state(),
            certificate,
            bestScore,
            bestStep,
            bestArchitecture);
    checkpoints.write(trainer.step(), state, tensors);
  }

  private Result finish(Shape shape, int length) throws IOException {
    Corpus judged = corpus.then().orElse(corpus);
    Network best =
        Libtorch.scoped(
            // In float32, as the model will predict.
            () ->
                new Network(
                    shape,
                    new Compute(device, TrainingSettings.Precision.FLOAT32),
                    bestArchitecture,
                    ParameterSource.stored(bestTensors)));
    Encoded validation = Encoded.of(judged.valid(), corpus.tokenizer(), corpus.labels(), length);
    Evaluation valid = judge(best, validation);
    Evaluation test =
        judged.test().isEmpty() ? null : judge(best, encoded(judged.test(), length, "to test"));
    best.close();
    ModelFolder.write(
        folder,
        new ModelConfig(
            shape,
            bestArchitecture,
            corpus.labels(),
            corpus.tokenizer(),
            settings,
            new ModelConfig.Provenance(
                fingerprint,
                Fingerprint.of(corpus),
                version(),
                startedAt,
                now(),
                settings.training().seed(),
                bestStep,
                bestScore,
                command)),
        bestTensors,
        new ModelFolder.Logs(
            growth,
            metrics,
            history.state().lines(),
            certificate,
            new ModelFolder.Judged(valid, test)));
    return new Result(true, bestStep, bestScore, test, bestArchitecture);
  }

  private Evaluation judge(Network network, Encoded records) {
    return Trainer.evaluate(network, records, corpus.labels(), settings.training().batchSize());
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String version() {
    String version = TrainingRun.class.getPackage().getImplementationVersion();
    return version == null ? "not packaged" : version;
  }
}
