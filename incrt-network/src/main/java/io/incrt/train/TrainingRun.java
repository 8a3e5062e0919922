package io.incrt.train;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.TokenizedRecords;
import io.incrt.event.GrowthEvent;
import io.incrt.event.Validation;
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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

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
  private String dataDigest;
  private final RunRecord record;
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
    this.settings = TrainerSetup.resolved(corpus, settings);
    this.folder = folder;
    this.listener = listener;
    this.device = device;
    this.checkpoints = ModelFolder.checkpoints(folder);
    this.fingerprint = Fingerprint.of(corpus, objective, this.settings, device);
    this.record = new RunRecord(this.settings, listener);
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
   * The best model of a run so far.
   *
   * @param valid its scores on the validation records
   * @param test its scores on the test records; empty if there are none, or if the run goes on
   */
  public record TrainedModel(
      ModelConfig config,
      Map<String, HostTensor> tensors,
      RunFiles.RunLog log,
      Scores valid,
      Optional<Scores> test) {}

  /** Receives the best model so far, again and again; what it then does with it must be whole. */
  @FunctionalInterface
  public interface Publisher {

    /** Leaves the model to the end. */
    Publisher NONE = model -> {};

    /** Called after every validation, at a stop and at the end. */
    void publish(TrainedModel model) throws IOException;

    /** Called before anything is saved: ends the run if its folder is not its own any more. */
    default void requireFolder() throws IOException {}
  }

  /**
   * Trains to the end, or until {@code stop} is true, which saves a checkpoint and returns.
   *
   * @param resume whether to resume from the newest checkpoint, if there is one
   * @param stopWhenSettled whether to end as soon as the architecture is settled
   * @param command the command that reproduces the model, for its provenance; null if unknown
   * @param publisher takes the best model so far, so that a run that is cut short leaves one
   */
  public Result train(
      boolean resume,
      boolean stopWhenSettled,
      BooleanSupplier stop,
      String command,
      Publisher publisher)
      throws IOException {
    device.require();
    TrainerSetup setup = TrainerSetup.of(corpus, objective, settings, device);
    Corpus then = corpus.then().orElse(corpus);
    long changeAt = setup.data().changeAt();
    remarkOnTruncation(setup.data().first(), setup, "to train on");
    Judges judges = Judges.same(encoded(setup, corpus.valid(), "to validate"));
    if (corpus.then().isPresent()) {
      remarkOnTruncation(setup.data().then(), setup, "to train on, from the change on");
      Examples later = encoded(setup, then.valid(), "to validate, from the change on");
      judges = new Judges(judges.first(), later, changeAt);
    }
    listener.started(settings.training().steps());
    if (!resume) {
      ModelFolder.beginAnew(folder);
    }
    try (Trainer trainer = trainer(setup, resume)) {
      TrainingSettings recipe = settings.training();
      boolean ended = trainer.step() >= recipe.steps() || isOutOfPatience();
      while (!ended) {
        if (setup.collective().any(stop.getAsBoolean())) {
          publisher.requireFolder();
          save(trainer);
          // A network that nobody has judged yet does not replace a model that is there.
          if (best.isJudged() || !ModelFolder.holdsModel(folder)) {
            publisher.publish(modelSoFar(trainer, setup, judges.at(trainer.step()), command));
          }
          return new Result(
              trainer.step(), best.score(), trainer.network().architecture(), Optional.empty());
        }
        if (trainer.step() == changeAt) {
          // The best score on the old task says nothing about the new one.
          best.forgetScore();
          record.grew(new GrowthEvent.TaskChanged(changeAt));
        }
        record.stepped(trainer.advance(), trainer);
        ended = trainer.step() >= recipe.steps() || (stopWhenSettled && trainer.isSettled());
        if (ended || trainer.step() % recipe.evaluateEvery() == 0) {
          validate(trainer, setup, judges.at(trainer.step()));
          ended |= isOutOfPatience();
          publisher.requireFolder();
          save(trainer);
          publisher.publish(modelSoFar(trainer, setup, judges.at(trainer.step()), command));
        }
      }
      TrainedModel model = finish(setup, judges.then(), then, command);
      publisher.publish(model);
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
    record.restore(state);
    Map<String, HostTensor> tensors = new LinkedHashMap<>(saved.get().tensors());
    best.restore(state, tensors);
    return new Trainer(setup, state.position(), ParameterSource.stored(tensors));
  }

  private void validate(Trainer trainer, TrainerSetup setup, Examples valid) {
    Scores scores = scores(trainer.network(), setup, valid);
    double score = scores.of(settings.training().bestBy());
    Validation validation =
        new Validation(
            trainer.step(),
            Validation.VALID,
            best.offer(score, trainer.step(), trainer.network(), scores),
            trainer.network().architecture().dimensions(),
            scores.figures());
    record.validated(validation, score);
  }

  /** Whether as many validations as the settings allow have passed since the best one. */
  private boolean isOutOfPatience() {
    int patience = settings.training().patience();
    return patience > 0 && record.validationsSinceBest() >= patience;
  }

  private void save(Trainer trainer) throws IOException {
    Map<String, HostTensor> tensors = new LinkedHashMap<>(trainer.tensors());
    best.store(tensors);
    RunState state =
        new RunState(
            fingerprint,
            startedAt,
            trainer.position(),
            record.growth(),
            record.metrics(),
            record.history(),
            record.certificate(),
            best.score(),
            best.step(),
            best.architecture());
    checkpoints.write(trainer.step(), state, tensors);
  }

  /** The best model so far; before the first validation, the network as it is. */
  private TrainedModel modelSoFar(
      Trainer trainer, TrainerSetup setup, Examples valid, String command) {
    BestModel shown = best;
    if (!best.isJudged()) {
      shown = new BestModel();
      Scores scores = scores(trainer.network(), setup, valid);
      double score = scores.of(settings.training().bestBy());
      shown.offer(score, trainer.step(), trainer.network(), scores);
    }
    if (shown.scores().isEmpty()) {
      shown.remember(judged(network -> scores(network, setup, valid), setup));
    }
    return model(shown, setup, shown.scores().orElseThrow(), Optional.empty(), command, null);
  }

  private TrainedModel finish(TrainerSetup setup, Examples valid, Corpus judges, String command) {
    return judged(
        network -> {
          Optional<Scores> test = Optional.empty();
          Scores onValid = scores(network, setup, valid);
          if (!judges.test().isEmpty()) {
            test = Optional.of(scores(network, setup, encoded(setup, judges.test(), "to test")));
          }
          return model(best, setup, onValid, test, command, now());
        },
        setup);
  }

  /** What is found about the best network, computed in float32, as the model will predict. */
  private <T> T judged(Function<Network, T> judge, TrainerSetup setup) {
    Compute compute = new Compute(device, TrainingSettings.Precision.FLOAT32);
    try (Network network =
        Libtorch.building(
            () ->
                new Network(
                    setup.shape(),
                    compute,
                    best.architecture(),
                    ParameterSource.stored(best.tensors())))) {
      return judge.apply(network);
    }
  }

  private TrainedModel model(
      BestModel shown,
      TrainerSetup setup,
      Scores valid,
      Optional<Scores> test,
      String command,
      String finishedAt) {
    // Reading all records again takes a while where there are millions.
    dataDigest = dataDigest == null ? Fingerprint.of(corpus) : dataDigest;
    ModelConfig config =
        new ModelConfig(
            setup.shape(),
            shown.architecture(),
            setup.objective(),
            corpus.tokenizer(),
            settings,
            new ModelConfig.Provenance(
                fingerprint,
                dataDigest,
                ModelConfig.version(),
                startedAt,
                finishedAt,
                settings.training().seed(),
                shown.step(),
                shown.score(),
                command));
    return new TrainedModel(config, shown.tensors(), record.log(), valid, test);
  }

  private Scores scores(Network network, TrainerSetup setup, Examples records) {
    return Trainer.evaluate(network, setup.objective(), records, settings.training().batchSize());
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
