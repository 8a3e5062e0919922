package io.incrt.train;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.TokenizedRecords;
import io.incrt.event.Certificate;
import io.incrt.event.GrowthEvent;
import io.incrt.event.Validation;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.LayerMeasurement;
import io.incrt.geometry.homeostat.Schedule;
import io.incrt.geometry.homeostat.Verdict;
import io.incrt.model.Architecture;
import io.incrt.model.Compute;
import io.incrt.model.Network;
import io.incrt.objective.Objective;
import io.incrt.objective.Scores;
import io.incrt.settings.RunSettings;
import io.incrt.settings.TrainingSettings;
import io.incrt.store.Checkpoints;
import io.incrt.store.Fingerprint;
import io.incrt.store.ModelConfig;
import io.incrt.store.ModelFolder;
import io.incrt.store.RunFiles;
import io.incrt.tensor.Device;
import io.incrt.tensor.HostTensor;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.ParameterSource;
import java.io.IOException;
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
 * A whole run: trains, validates, keeps the best model, saves checkpoints. Killed at any moment and
 * started again with {@code resume}, it ends with the same model to the bit.
 */
public final class TrainingRun {

  private final Corpus corpus;
  private final Objective objective;
  private final RunSettings settings;
  private final Path folder;
  private final RunListener listener;
  private final Device device;
  private final Checkpoints checkpoints;
  private final String fingerprint;
  private final List<GrowthEvent> growth = new ArrayList<>();
  private final List<Validation> metrics = new ArrayList<>();
  private final History history;
  private Certificate certificate = Certificate.NONE;
  private String startedAt = now();
  private final BestModel best = new BestModel();

  /**
   * A run on this data with these settings.
   *
   * @param objective what is learned of the data
   * @param folder where its checkpoints go
   */
  public TrainingRun(
      Corpus corpus,
      Objective objective,
      RunSettings settings,
      Path folder,
      RunListener listener,
      Device device) {
    this.corpus = corpus;
    this.objective = objective;
    this.settings = resolved(corpus, settings);
    this.folder = folder;
    this.listener = listener;
    this.device = device;
    this.checkpoints = ModelFolder.checkpoints(folder);
    this.fingerprint = Fingerprint.of(corpus, objective, this.settings, device);
    this.history =
        new History(this.settings.training().steps(), this.settings.homeostat().checkEvery());
  }

  /** The settings with the steps that the data ask for, and with one seed for everything. */
  private static RunSettings resolved(Corpus corpus, RunSettings settings) {
    TrainingSettings recipe =
        settings.training().forData(corpus.train().size(), TrainerSetup.length(corpus, settings));
    // The Homeostat's own seed is only an offset to it.
    long homeostatSeed = recipe.seed() + settings.homeostat().seed();
    return settings
        .withTraining(recipe)
        .withHomeostat(settings.homeostat().withSeed(homeostatSeed));
  }

  /** The number of steps it will make. */
  private long steps() {
    return settings.training().steps();
  }

  /**
   * How a run ended.
   *
   * @param step the steps made, or the step of the best model
   * @param score the best validation score
   * @param architecture that model's, or the network's where the run was stopped
   * @param model the best model; empty where the run was stopped and can be resumed
   */
  public record Result(
      long step, double score, Architecture architecture, Optional<TrainedModel> model) {

    /** Whether it was completed. */
    public boolean finished() {
      return model.isPresent();
    }
  }

  /**
   * The best model of a completed run.
   *
   * @param valid its scores on the validation records
   * @param test its scores on the test records; empty if there are none
   */
  public record TrainedModel(
      ModelConfig config,
      Map<String, HostTensor> tensors,
      RunFiles.RunLog log,
      Scores valid,
      Optional<Scores> test) {}

  /**
   * Trains to the end, or until {@code stop} is true, which saves a checkpoint and returns.
   *
   * @param resume whether to resume from the newest checkpoint, if there is one
   * @param stopWhenSettled whether to end as soon as the architecture is settled
   * @param command the command that reproduces the model, for its provenance; null if unknown
   */
  public Result train(boolean resume, boolean stopWhenSettled, BooleanSupplier stop, String command)
      throws IOException {
    device.require();
    TrainerSetup setup = TrainerSetup.of(corpus, objective, settings, device);
    Corpus then = corpus.then().orElse(corpus);
    long changeAt = setup.data().changeAt();
    remarkOnTruncation(setup.data().first(), setup, "to train on");
    Examples valid = encoded(setup, corpus.valid(), "to validate");
    Examples validThen = valid;
    if (corpus.then().isPresent()) {
      remarkOnTruncation(setup.data().then(), setup, "to train on, from the change on");
      validThen = encoded(setup, then.valid(), "to validate, from the change on");
    }
    listener.started(settings.training().steps());
    if (!resume) {
      checkpoints.clear();
    }
    try (Trainer trainer = trainer(setup, resume)) {
      TrainingSettings recipe = settings.training();
      boolean ended = trainer.step() >= recipe.steps() || isOutOfPatience();
      while (!ended) {
        if (setup.collective().any(stop.getAsBoolean())) {
          save(trainer);
          return new Result(
              trainer.step(), best.score(), trainer.network().architecture(), Optional.empty());
        }
        if (trainer.step() == changeAt) {
          // The best score on the old task says nothing about the new one.
          best.forgetScore();
          publish(new GrowthEvent.TaskChanged(changeAt));
        }
        record(trainer.advance(), trainer);
        ended = trainer.step() >= recipe.steps() || (stopWhenSettled && trainer.isSettled());
        if (ended || trainer.step() % recipe.evaluateEvery() == 0) {
          validate(trainer, setup, trainer.step() <= changeAt ? valid : validThen);
          ended |= isOutOfPatience();
          save(trainer);
        }
      }
      TrainedModel model = finish(setup, validThen, then, command);
      return new Result(best.step(), best.score(), best.architecture(), Optional.of(model));
    }
  }

  private Examples encoded(TrainerSetup setup, TokenizedRecords records, String use) {
    Examples encoded = Examples.of(records, setup.objective(), setup.shape().maxLength());
    remarkOnTruncation(encoded, setup, use);
    return encoded;
  }

  private void remarkOnTruncation(Examples records, TrainerSetup setup, String use) {
    if (records.cut() > 0) {
      listener.remarked(
          records.cut()
              + " of "
              + records.size()
              + " records "
              + use
              + " cut to "
              + setup.shape().maxLength()
              + " tokens, the most the model takes");
    }
  }

  private Trainer trainer(TrainerSetup setup, boolean resume) throws IOException {
    Optional<Checkpoints.Checkpoint<RunState>> saved =
        resume ? checkpoints.newest(RunState.class) : Optional.empty();
    if (saved.isEmpty()) {
      return new Trainer(setup);
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
    Map<String, HostTensor> tensors = new LinkedHashMap<>(saved.get().tensors());
    best.restore(state, tensors);
    return new Trainer(setup, state.position(), ParameterSource.stored(tensors));
  }

  private void publish(GrowthEvent event) {
    growth.add(event);
    listener.grew(event);
  }

  private void record(Trainer.Outcome outcome, Trainer trainer) {
    Verdict verdict = outcome.verdict();
    verdict.decisions().forEach(decision -> publish(GrowthEvent.of(decision)));
    List<LayerMeasurement> check = verdict.measurements();
    if (outcome.isCheck() && !trainer.isSettled()) {
      // The predictions cost an eigensolve, so an unsettled architecture gets them at the end only.
      boolean last =
          verdict.decisions().isEmpty()
              && Schedule.of(settings.homeostat()).nextCheck(trainer.step() - 1) >= steps();
      certificate =
          last
              ? Certificate.of(trainer.describe())
              : Certificate.unsettled(trainer.step() - 1, check);
    }
    for (Decision decision : verdict.decisions()) {
      if (decision instanceof Decision.Settled settled) {
        certificate = Certificate.of(settled.certificate());
      }
    }
    Architecture architecture = trainer.network().architecture();
    history.stepped(trainer.step(), outcome.loss(), check, architecture);
    listener.stepped(new RunListener.Step(trainer.step(), outcome.loss(), check, architecture));
  }

  private void validate(Trainer trainer, TrainerSetup setup, Examples valid) {
    Scores scores = scores(trainer.network(), setup, valid);
    double score = scores.of(settings.training().bestBy());
    Validation validation =
        new Validation(
            trainer.step(),
            Validation.VALID,
            best.offer(score, trainer.step(), trainer.network()),
            trainer.network().architecture().dimensions(),
            scores.figures());
    metrics.add(validation);
    listener.validated(validation, score);
  }

  /** Whether as many validations as the settings allow have passed since the best one. */
  private boolean isOutOfPatience() {
    int since = 0;
    for (Validation validation : metrics) {
      since = validation.best() ? 0 : since + 1;
    }
    int patience = settings.training().patience();
    return patience > 0 && since >= patience;
  }

  private void save(Trainer trainer) throws IOException {
    Map<String, HostTensor> tensors = new LinkedHashMap<>(trainer.tensors());
    best.store(tensors);
    RunState state =
        new RunState(
            fingerprint,
            startedAt,
            trainer.position(),
            growth,
            metrics,
            history.state(),
            certificate,
            best.score(),
            best.step(),
            best.architecture());
    checkpoints.write(trainer.step(), state, tensors);
  }

  private TrainedModel finish(TrainerSetup setup, Examples valid, Corpus judged, String command) {
    // In float32, as the model will predict.
    Compute compute = new Compute(device, TrainingSettings.Precision.FLOAT32);
    Scores onValid;
    Optional<Scores> onTest = Optional.empty();
    try (Network network =
        Libtorch.scoped(
            () ->
                new Network(
                    setup.shape(),
                    compute,
                    best.architecture(),
                    ParameterSource.stored(best.tensors())))) {
      onValid = scores(network, setup, valid);
      if (!judged.test().isEmpty()) {
        onTest = Optional.of(scores(network, setup, encoded(setup, judged.test(), "to test")));
      }
    }
    ModelConfig config =
        new ModelConfig(
            setup.shape(),
            best.architecture(),
            setup.objective(),
            corpus.tokenizer(),
            settings,
            new ModelConfig.Provenance(
                fingerprint,
                Fingerprint.of(corpus),
                version(),
                startedAt,
                now(),
                settings.training().seed(),
                best.step(),
                best.score(),
                command));
    RunFiles.RunLog log =
        new RunFiles.RunLog(growth, metrics, history.state().moments(), certificate);
    return new TrainedModel(config, best.tensors(), log, onValid, onTest);
  }

  private Scores scores(Network network, TrainerSetup setup, Examples records) {
    return Trainer.evaluate(network, setup.objective(), records, settings.training().batchSize());
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String version() {
    String version = TrainingRun.class.getPackage().getImplementationVersion();
    return version == null ? "not packaged" : version;
  }
}
