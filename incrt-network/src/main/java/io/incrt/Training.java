package io.incrt;

import static io.incrt.base.Given.given;

import io.incrt.data.corpus.Corpora;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.HopelessDataException;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.folder.Architecture;
import io.incrt.objective.Objective;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.store.Fingerprint;
import io.incrt.tensor.Device;
import io.incrt.train.RunListener;
import io.incrt.train.group.Collective;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * A builder for a training run, executed by {@link #fit} or {@link #run}.
 *
 * <pre>{@code
 * Incrt model =
 *     Incrt.training()
 *         .data(Path.of("train.fasta.gz"))
 *         .set("training.steps", "3000")
 *         .seed(7)
 *         .fit(Path.of("model"));
 * }</pre>
 */
public final class Training {

  private TrainingInput input = TrainingInput.NONE;
  private Optional<Objective> objective = Optional.empty();
  private Optional<Corpus> corpus = Optional.empty();
  private RunSettings preset = RunSettings.defaults();
  private final Map<String, String> changes = new LinkedHashMap<>();
  private Conduct conduct = Conduct.USUAL;
  private RunListener listener = RunListener.NONE;
  private final List<TrainingListener> listeners = new ArrayList<>();

  Training() {}

  /** Another builder that says the same, so that changing it leaves this one as it is. */
  Training copy() {
    Training copy = new Training();
    copy.input = input;
    copy.objective = objective;
    copy.corpus = corpus;
    copy.preset = preset;
    copy.changes.putAll(changes);
    copy.conduct = conduct;
    copy.listener = listener;
    copy.listeners.addAll(listeners);
    return copy;
  }

  /** The records of the files that are named, which are then not read again. */
  Training parts(Corpora.Parts read) {
    input = input.withRead(Optional.of(read));
    return this;
  }

  /** The file to learn from. */
  public Training data(Path file) {
    return data(Records.of(file));
  }

  /** What to learn from: files, streams, readers or memory. */
  public Training data(Records given) {
    input = input.withTrain(Optional.of(given(given, "data")));
    return this;
  }

  /**
   * What to learn from: a file, {@code -} for standard input, or a built-in task such as {@code
   * builtin:order?pairs=16}, with the settings suggested for it unless {@link #set} overrides them.
   */
  public Training data(String fileOrTask) {
    return data(Records.named(given(fileOrTask, "data")));
  }

  /** The records to learn from, as {@link Records#of(Iterable)} takes them. */
  public Training records(Iterable<LabelledSequence> given) {
    return data(Records.of(given));
  }

  /** The records to learn from, as {@link Records#of(Stream)} takes them. */
  public Training records(Stream<LabelledSequence> given) {
    return data(Records.of(given));
  }

  /** Records that are already split and tokenised, instead of a file. */
  public Training corpus(Corpus given) {
    corpus = Optional.of(given(given, "corpus"));
    return this;
  }

  /**
   * The validation file, by which the best model is selected; without it a tenth of each class is
   * held out.
   */
  public Training valid(Path file) {
    return valid(Records.of(file));
  }

  /** The validation records, from wherever they come. */
  public Training valid(Records given) {
    input = input.withValid(Optional.of(given(given, "valid")));
    return this;
  }

  /** The test file, on which the best model is evaluated once, at the end. */
  public Training test(Path file) {
    return test(Records.of(file));
  }

  /** The test records, from wherever they come. */
  public Training test(Records given) {
    input = input.withTest(Optional.of(given(given, "test")));
    return this;
  }

  /** The kind of the sequences; by default it is detected from their letters. */
  public Training kind(Kind made) {
    input = input.withKind(Optional.of(given(made, "kind")));
    return this;
  }

  /** What is learned of the records; by default the classes that their labels name. */
  public Training objective(Objective learned) {
    objective = Optional.of(given(learned, "objective"));
    return this;
  }

  /** How files are read. */
  public Training reading(ReadOptions how) {
    input = input.withOptions(given(how, "reading"));
    return this;
  }

  /**
   * Where token caches of training records are, for several runs to share; by default in the folder
   * of the run. Which records are cached {@code data.cache} says.
   */
  public Training cache(Path folder) {
    input = input.withCache(Optional.of(given(folder, "cache")));
    return this;
  }

  /** The settings to start from, {@link RunSettings#defaults} by default. */
  public Training preset(RunSettings settings) {
    preset = given(settings, "preset");
    return this;
  }

  /** Changes a setting by its name in docs/settings.md. */
  public Training set(String name, String value) {
    changes.put(given(name, "name"), given(value, "value"));
    return this;
  }

  /** The random seed of the run. */
  public Training seed(long seed) {
    return set("training.seed", String.valueOf(seed));
  }

  /** Passes over the training records; 0 leaves it to training.steps. */
  public Training epochs(int passes) {
    conduct = conduct.withEpochs(passes);
    return this;
  }

  /** Where to compute, the CPU by default. */
  public Training device(Device where) {
    conduct = conduct.withDevice(given(where, "device"));
    return this;
  }

  /**
   * The processes that train jointly, such as {@code GlooGroup.join(…)}: each describes the same
   * run, and the first writes the folder and hears what happens.
   */
  public Training group(Collective processes) {
    conduct = conduct.withGroup(given(processes, "group"));
    return this;
  }

  /** A listener to what happens in the run, besides those given before. */
  public Training listener(TrainingListener follower) {
    listeners.add(given(follower, "listener"));
    return this;
  }

  /** A listener to what the rules measure, in place of the one before; it hears of all first. */
  public Training listener(RunListener follower) {
    listener = given(follower, "listener");
    return this;
  }

  /** The command that reproduces the model, for its provenance. */
  public Training command(String line) {
    conduct = conduct.withCommand(Optional.of(given(line, "command")));
    return this;
  }

  /** Polled before every step: true saves a checkpoint and stops. */
  public Training stopWhen(BooleanSupplier wish) {
    conduct = conduct.withStop(given(wish, "stopWhen"));
    return this;
  }

  /** Whether to end as soon as the architecture is settled (Algorithm 1). */
  public Training stopWhenSettled(boolean end) {
    conduct = conduct.withStopWhenSettled(end);
    return this;
  }

  /** Whether to resume from the newest checkpoint in the folder, if there is one. */
  public Training resume(boolean goOn) {
    conduct = conduct.withResume(goOn);
    return this;
  }

  /** Whether a run that is already in the folder may be replaced. */
  public Training overwrite(boolean replace) {
    conduct = conduct.withOverwrite(replace);
    return this;
  }

  /** Whether to train on data that nothing sensible can be learned from, too. */
  public Training force(boolean anyway) {
    conduct = conduct.withForce(anyway);
    return this;
  }

  /** The settings so far; those that depend on the data are not resolved yet. */
  public RunSettings settings() {
    Map<String, String> overrides = new LinkedHashMap<>(input.suggestions());
    overrides.putAll(changes);
    return Settings.with(preset, overrides);
  }

  /**
   * Trains to the end and opens the best model.
   *
   * @throws FileAlreadyExistsException if the folder already holds a run, and neither {@link
   *     #resume} nor {@link #overwrite} was asked for
   * @throws HopelessDataException if nothing sensible can be learned from the file or records, and
   *     {@link #force} was not asked for
   * @throws IllegalStateException if {@link #stopWhen} stopped it before the end
   */
  public Incrt fit(Path folder) throws IOException {
    Outcome outcome = run(folder);
    if (!outcome.finished()) {
      throw new IllegalStateException(
          "training was stopped at step " + outcome.step() + "; resume(true) goes on with it");
    }
    return Incrt.load(folder);
  }

  /**
   * How a run ended.
   *
   * @param finished whether it was completed; otherwise it was stopped and can be resumed
   * @param step the step of the best model, or the steps made if it was stopped
   * @param score the best validation score
   * @param evaluation the evaluation of the model in the folder; {@link ModelEvaluation#NONE} if it
   *     does not learn classes
   * @param architecture that model's, or the network's if the run was stopped
   */
  public record Outcome(
      boolean finished,
      long step,
      double score,
      ModelEvaluation evaluation,
      Architecture architecture) {}

  /**
   * Trains to the end, or until {@link #stopWhen} stops it. After every validation, at a stop and
   * at the end the folder holds the best model so far, whole; a model that was there before stays
   * until then. Nobody else can train into the folder meanwhile.
   */
  public Outcome run(Path folder) throws IOException {
    boolean first = conduct.group().isFirst();
    Announcer announcer =
        first
            ? new Announcer(folder, listener, listeners)
            : new Announcer(folder, RunListener.NONE, List.of());
    return new OneRun(input, corpus, objective, this::settings, conduct)
        .train(given(folder, "folder"), announcer);
  }

  /** What is learned from, as it was given. */
  TrainingInput input() {
    return input;
  }

  /** Whether what is learned is the classes that labels name. */
  boolean learnsClasses() {
    return objective.isEmpty();
  }

  boolean hasCorpus() {
    return corpus.isPresent();
  }

  Conduct conduct() {
    return conduct;
  }

  RunListener listener() {
    return listener;
  }

  /** What decides on the outcome besides records and seed, for telling runs apart. */
  String identity() {
    return Settings.identity(settings())
        + conduct.identity()
        + corpus.map(Fingerprint::of).orElse("");
  }
}
