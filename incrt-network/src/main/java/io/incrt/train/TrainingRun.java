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
import io.incrt.geometry.homeostat.Homeostat;
import io.incrt.geometry.policy.EvidencePolicy;
import io.incrt.model.Network;
import io.incrt.objective.Objective;
import io.incrt.objective.Scores;
import io.incrt.settings.RunSettings;
import io.incrt.settings.TrainingSettings;
import io.incrt.store.Fingerprint;
import io.incrt.store.ModelConfig;
import io.incrt.store.ModelFolder;
import io.incrt.store.RunFiles;
import io.incrt.tensor.Device;
import io.incrt.train.beside.RunCompanions;
import io.incrt.train.data.Examples;
import io.incrt.train.data.Judges;
import io.incrt.train.group.Agreement;
import io.incrt.train.group.Collective;
import java.io.IOException;
import java.nio.file.Path;
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
  private final Collective collective;
  private final SavedRun saved;
  private final String fingerprint;
  private String dataDigest;
  private final RunRecord record;
  private final BestModel best = new BestModel();

  /**
   * A run on this data with these settings.
   *
   * @param objective what is learned of the data
   * @param folder where its checkpoints go
   * @param collective the processes that train it jointly, of which the first writes
   */
  public TrainingRun(
      Corpus corpus,
      Objective objective,
      RunSettings settings,
      Path folder,
      RunListener listener,
      Device device,
      Collective collective) {
    this.corpus = corpus;
    this.objective = objective;
    this.settings = TrainerSetup.resolved(corpus, settings);
    this.folder = folder;
    this.listener = listener;
    this.device = device;
    this.collective = collective;
    this.fingerprint = Fingerprint.of(corpus, objective, this.settings, device);
    this.saved = new SavedRun(folder, collective, fingerprint);
    this.record = new RunRecord(this.settings, listener);
  }

  /**
   * How a run ended.
   *
   * @param finished whether it was completed; otherwise it was stopped and can be resumed
   * @param step the steps made, or the step of the best model
   * @param score the best validation score
   * @param architecture that model's, or the network's where the run was stopped
   * @param model the best model; empty where the run was stopped, or where another process has it
   */
  public record Result(
      boolean finished,
      long step,
      double score,
      Architecture architecture,
      Optional<TrainedModel> model) {}

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
    Agreement.require(collective, "the data, the settings or the device", fingerprint);
    RunCompanions companions = RunCompanions.learn(corpus, objective, settings);
    TrainerSetup alone = TrainerSetup.of(corpus, objective, settings, device);
    TrainerSetup setup = companions.strange().map(alone::beside).orElse(alone).with(collective);
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
    if (!resume && collective.isFirst()) {
      ModelFolder.beginAnew(folder);
    }
    try (Trainer trainer = saved.trainer(setup, resume, record, best);
        record) {
      Optional<Path> log = collective.isFirst() ? Optional.of(folder) : Optional.empty();
      record.follow(log, trainer.step(), setup.data().first().size(), command);
      TrainingSettings recipe = settings.training();
      boolean ended = trainer.step() >= recipe.steps() || record.isOutOfPatience();
      trainer.judgedBy(judges.deciding().at(trainer.step()), record::heard);
      while (!ended) {
        if (trainer.mayStop(stop.getAsBoolean())) {
          save(trainer, publisher);
          // A network that nobody has judged yet does not replace a model that is there.
          boolean isNew = collective.isFirst() && !ModelFolder.holdsModel(folder);
          if (collective.any(best.isJudged() || isNew)) {
            publisher.publish(modelSoFar(trainer, judgement, choosing.at(trainer.step()), command));
          }
          record.ended(LiveLine.Ending.STOPPED);
          return new Result(
              false,
              trainer.step(),
              best.score(),
              trainer.network().architecture(),
              Optional.empty());
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
          save(trainer, publisher);
          publisher.publish(modelSoFar(trainer, judgement, choosing.at(trainer.step()), command));
        }
      }
      Optional<TrainedModel> model = Optional.empty();
      if (collective.isFirst()) {
        model = Optional.of(finish(judgement, judges, then, removed(trainer), command));
        publisher.publish(model.get());
      }
      record.ended(LiveLine.Ending.FINISHED);
      return new Result(true, best.step(), best.score(), best.architecture(), model);
    }
  }

  private void save(Trainer trainer, Publisher publisher) throws IOException {
    if (collective.isFirst()) {
      publisher.requireFolder();
      saved.save(trainer, record, best);
    }
  }

  private static List<EvidenceState.Removed> removed(Trainer trainer) {
    return trainer.homeostat().map(Homeostat::removed).orElse(List.of());
  }

  private Examples encoded(Judgement judgement, TokenizedRecords records, String use) {
    Examples encoded = judgement.encoded(records);
    record.remarkOnTruncation(encoded, judgement.setup(), use);
    return encoded;
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
            judgement.setup().with(Collective.ALONE),
            judgement.companions().complete(corpus, objective, settings));
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
          return model(best, last, onValid, onTest, command, SavedRun.now());
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
                saved.startedAt(),
                finishedAt,
                settings.training().seed(),
                shown.step(),
                shown.score(),
                command));
    return new TrainedModel(
        config, judgement.companions().companions(), shown.tensors(), record.log(), valid, test);
  }
}
