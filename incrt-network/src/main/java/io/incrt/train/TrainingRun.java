package io.incrt.train;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.TokenizedRecords;
import io.incrt.event.GrowthEvent;
import io.incrt.event.LiveLine;
import io.incrt.event.Validation;
import io.incrt.folder.Architecture;
import io.incrt.folder.Companions;
import io.incrt.folder.HostTensor;
import io.incrt.geometry.evidence.EvidenceState;
import io.incrt.geometry.policy.EvidencePolicy;
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
import io.incrt.tensor.ParameterSource;
import io.incrt.train.beside.RunCompanions;
import io.incrt.train.data.Examples;
import io.incrt.train.data.Judges;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
      Companions companions,
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
    RunCompanions companions = RunCompanions.learn(corpus, objective, settings);
    TrainerSetup alone = TrainerSetup.of(corpus, objective, settings, device);
    TrainerSetup setup = companions.strange().map(alone::beside).orElse(alone);
    Judgement judgement = new Judgement(setup, companions);
    Corpus then = corpus.then().orElse(corpus);
    long changeAt = setup.data().changeAt();
    record.remarkOnTruncation(setup.data().first(), setup, "to train on");
    if (corpus.then().isPresent()) {
      record.remarkOnTruncation(setup.data().then(), setup, "to train on, from the change on");
    }
    EvidencePolicy evidence = settings.homeostat().evidence();
    RunJudges judges = RunJudges.of(corpus, judgement, record, evidence);
    Judges choosing = judges.choosing();
    listener.started(settings.training().steps());
    if (!resume) {
      ModelFolder.beginAnew(folder);
    }
    try (Trainer trainer = trainer(setup, resume);
        record) {
      record.follow(folder, trainer.step(), setup.data().first().size(), command);
      TrainingSettings recipe = settings.training();
      boolean ended = trainer.step() >= recipe.steps() || record.isOutOfPatience();
      trainer.judgedBy(judges.deciding().at(trainer.step()), record::heard);
      while (!ended) {
        if (setup.collective().any(stop.getAsBoolean())) {
          publisher.requireFolder();
          save(trainer);
          // A network that nobody has judged yet does not replace a model that is there.
          if (best.isJudged() || !ModelFolder.holdsModel(folder)) {
            publisher.publish(modelSoFar(trainer, judgement, choosing.at(trainer.step()), command));
          }
          record.ended(LiveLine.Ending.STOPPED);
          return new Result(
              trainer.step(), best.score(), trainer.network().architecture(), Optional.empty());
        }
        if (trainer.step() == changeAt) {
          // The best score on the old task says nothing about the new one.
          best.forgetScoreIf(true);
          trainer.judgedBy(judges.deciding().then(), record::heard);
          record.grew(new GrowthEvent.TaskChanged(changeAt));
        }
        // What is kept must have the parts that were kept.
        best.forgetScoreIf(evidence.enabled() && trainer.step() == evidence.lastPruning() + 1);
        record.stepped(trainer.advance(), trainer);
        ended = trainer.step() >= recipe.steps() || (stopWhenSettled && trainer.isSettled());
        if (ended || trainer.step() % recipe.evaluateEvery() == 0) {
          validate(trainer, judgement, choosing.at(trainer.step()));
          ended |= record.isOutOfPatience();
          publisher.requireFolder();
          save(trainer);
          publisher.publish(modelSoFar(trainer, judgement, choosing.at(trainer.step()), command));
        }
      }
      TrainedModel model = finish(judgement, judges, then, trainer.removed(), command);
      publisher.publish(model);
      record.ended(LiveLine.Ending.FINISHED);
      return new Result(best.step(), best.score(), best.architecture(), Optional.of(model));
    }
  }

  private Examples encoded(Judgement judgement, TokenizedRecords records, String use) {
    Examples encoded = judgement.encoded(records);
    record.remarkOnTruncation(encoded, judgement.setup(), use);
    return encoded;
  }

  private Trainer trainer(TrainerSetup setup, boolean resume) throws IOException {
    Optional<Checkpoints.Checkpoint<RunState>> saved =
        resume ? checkpoints.newest(RunState.class) : Optional.empty();
    if (saved.isEmpty()) {
      return Trainer.begin(setup);
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
    return Trainer.resume(setup, state.position(), ParameterSource.stored(tensors));
  }

  private void validate(Trainer trainer, Judgement judgement, Examples valid) {
    Network network = trainer.network();
    judgement.ofKeptWeights(
        network,
        valid,
        () -> {
          Scores scores = judgement.scores(network, valid);
          double score = judgement.chosenBy(scores);
          Validation validation =
              new Validation(
                  trainer.step(),
                  Validation.VALID,
                  best.offer(score, trainer.step(), network, scores),
                  network.architecture().dimensions(),
                  scores.figures());
          record.validated(validation, score);
          return null;
        });
  }

  private void save(Trainer trainer) throws IOException {
    record.saving();
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
      Trainer trainer, Judgement judgement, Examples valid, String command) {
    BestModel shown = best.isJudged() ? best : new BestModel();
    if (!best.isJudged()) {
      Network network = trainer.network();
      judgement.ofKeptWeights(
          network,
          valid,
          () -> {
            Scores scores = judgement.scores(network, valid);
            return shown.offer(judgement.chosenBy(scores), trainer.step(), network, scores);
          });
    }
    if (shown.scores().isEmpty()) {
      shown.remember(judgement.ofKept(best, network -> judgement.scores(network, valid)));
    }
    return model(shown, judgement, shown.scores().orElseThrow(), Optional.empty(), command, null);
  }

  private TrainedModel finish(
      Judgement judgement,
      RunJudges judges,
      Corpus then,
      List<EvidenceState.Removed> removed,
      String command) {
    // Nothing more is chosen by the validation records, so the linear model may learn from them.
    Judgement last =
        new Judgement(
            judgement.setup(), judgement.companions().complete(corpus, objective, settings));
    return last.ofKept(
        best,
        network -> {
          Examples valid = judges.choosing().then();
          Scores onValid = last.scores(network, valid);
          if (settings.homeostat().evidence().enabled()) {
            PartWorths.note(network, last.setup(), judges, removed, record);
          }
          Optional<Examples> test =
              then.test().isEmpty()
                  ? Optional.empty()
                  : Optional.of(encoded(last, then.test(), "to test"));
          last.beside(network, test.orElse(valid), test.isPresent()).ifPresent(record::stoodBeside);
          Optional<Scores> onTest = test.map(records -> last.scores(network, records));
          return model(best, last, onValid, onTest, command, now());
        });
  }

  private TrainedModel model(
      BestModel shown,
      Judgement judgement,
      Scores valid,
      Optional<Scores> test,
      String command,
      String finishedAt) {
    // Reading all records again takes a while where there are millions.
    dataDigest = dataDigest == null ? Fingerprint.of(corpus) : dataDigest;
    ModelConfig config =
        new ModelConfig(
            judgement.setup().shape(),
            shown.architecture(),
            objective,
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
    return new TrainedModel(
        config, judgement.companions().companions(), shown.tensors(), record.log(), valid, test);
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
