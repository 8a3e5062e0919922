package io.incrt;

import io.incrt.base.file.ProcessLock;
import io.incrt.data.corpus.Corpora;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.HopelessDataException;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.folder.Architecture;
import io.incrt.objective.Classification;
import io.incrt.objective.Objective;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.store.Fingerprint;
import io.incrt.store.ModelFolder;
import io.incrt.tensor.Device;
import io.incrt.train.RunListener;
import io.incrt.train.TrainingRun;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

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

  private String source;
  private Optional<Objective> objective = Optional.empty();
  private Optional<Corpora.Parts> parts = Optional.empty();
  private List<LabelledSequence> records = List.of();
  private Optional<Corpus> corpus = Optional.empty();
  private Optional<String> valid = Optional.empty();
  private Optional<String> test = Optional.empty();
  private Optional<Kind> kind = Optional.empty();
  private ReadOptions options = ReadOptions.defaults();
  private RunSettings preset = RunSettings.defaults();
  private final Map<String, String> changes = new LinkedHashMap<>();
  private int epochs;
  private RunListener listener = RunListener.NONE;
  private Device device = Device.CPU;
  private String command;
  private BooleanSupplier stop = () -> false;
  private boolean stopWhenSettled;
  private boolean resume;
  private boolean overwrite;
  private boolean force;

  Training() {}

  /** Another builder that says the same, so that changing it leaves this one as it is. */
  Training copy() {
    Training copy = new Training();
    copy.source = source;
    copy.objective = objective;
    copy.parts = parts;
    copy.records = records;
    copy.corpus = corpus;
    copy.valid = valid;
    copy.test = test;
    copy.kind = kind;
    copy.options = options;
    copy.preset = preset;
    copy.changes.putAll(changes);
    copy.epochs = epochs;
    copy.listener = listener;
    copy.device = device;
    copy.command = command;
    copy.stop = stop;
    copy.stopWhenSettled = stopWhenSettled;
    copy.resume = resume;
    copy.overwrite = overwrite;
    copy.force = force;
    return copy;
  }

  /** The records of the files that are named, which are then not read again. */
  Training parts(Corpora.Parts read) {
    parts = Optional.of(read);
    return this;
  }

  /** The file to learn from. */
  public Training data(Path file) {
    return data(file.toString());
  }

  /**
   * What to learn from: a file, {@code -} for standard input, or a built-in task such as {@code
   * builtin:order?pairs=16}, with the settings suggested for it unless {@link #set} overrides them.
   */
  public Training data(String fileOrTask) {
    source = fileOrTask;
    return this;
  }

  /** The records to learn from, instead of a file. */
  public Training records(List<LabelledSequence> given) {
    records = List.copyOf(given);
    return this;
  }

  /** Records that are already split and tokenised, instead of a file. */
  public Training corpus(Corpus given) {
    corpus = Optional.of(given);
    return this;
  }

  /**
   * The validation file, by which the best model is selected; without it a tenth of each class is
   * held out.
   */
  public Training valid(Path file) {
    valid = Optional.of(file.toString());
    return this;
  }

  /** The test file, on which the best model is evaluated once, at the end. */
  public Training test(Path file) {
    test = Optional.of(file.toString());
    return this;
  }

  /** The kind of the sequences; by default it is detected from their letters. */
  public Training kind(Kind made) {
    kind = Optional.of(made);
    return this;
  }

  /** What is learned of the records; by default the classes that their labels name. */
  public Training objective(Objective learned) {
    objective = Optional.of(learned);
    return this;
  }

  /** How files are read. */
  public Training reading(ReadOptions how) {
    options = how;
    return this;
  }

  /** The settings to start from, {@link RunSettings#defaults} by default. */
  public Training preset(RunSettings settings) {
    preset = settings;
    return this;
  }

  /** Changes a setting by its name in docs/settings.md. */
  public Training set(String name, String value) {
    changes.put(name, value);
    return this;
  }

  /** The random seed of the run. */
  public Training seed(long seed) {
    return set("training.seed", String.valueOf(seed));
  }

  /** Passes over the training records; 0 leaves it to training.steps. */
  public Training epochs(int passes) {
    epochs = passes;
    return this;
  }

  /** Where to compute, the CPU by default. */
  public Training device(Device where) {
    device = where;
    return this;
  }

  /** A listener to the run: its records, steps, growth and scores. */
  public Training listener(RunListener follower) {
    listener = follower;
    return this;
  }

  /** The command that reproduces the model, for its provenance. */
  public Training command(String line) {
    command = line;
    return this;
  }

  /** Polled before every step: true saves a checkpoint and stops. */
  public Training stopWhen(BooleanSupplier wish) {
    stop = wish;
    return this;
  }

  /** Whether to end as soon as the architecture is settled (Algorithm 1). */
  public Training stopWhenSettled(boolean end) {
    stopWhenSettled = end;
    return this;
  }

  /** Whether to resume from the newest checkpoint in the folder, if there is one. */
  public Training resume(boolean goOn) {
    resume = goOn;
    return this;
  }

  /** Whether a run that is already in the folder may be replaced. */
  public Training overwrite(boolean replace) {
    overwrite = replace;
    return this;
  }

  /** Whether to train on data that nothing sensible can be learned from, too. */
  public Training force(boolean anyway) {
    force = anyway;
    return this;
  }

  /** The settings so far; those that depend on the data are not resolved yet. */
  public RunSettings settings() {
    Map<String, String> overrides = new LinkedHashMap<>(input().suggestions());
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
    RunFolder.requireNotRead(folder, input().files());
    try (ProcessLock lock = ModelFolder.lock(folder)) {
      return runAlone(folder, lock);
    }
  }

  /** What is learned from, as it was given. */
  TrainingInput input() {
    return new TrainingInput(source, parts, records, valid, test, kind, options);
  }

  private Outcome runAlone(Path folder, ProcessLock lock) throws IOException {
    RunFolder.requireFree(folder, resume, overwrite);
    RunSettings settings = settings();
    Corpus data =
        corpus.isPresent()
            ? corpus.get()
            : input().corpus(settings, force || goesOn(folder), listener);
    if (epochs > 0) {
      settings = settings.withTraining(settings.training().withEpochs(epochs, data.train().size()));
    }
    Objective learned = objective.orElseGet(() -> new Classification(data.labels()));
    TrainingRun run = new TrainingRun(data, learned, settings, folder, listener, device);
    Publication publication = new Publication(folder, lock, data);
    TrainingRun.Result result = run.train(resume, stopWhenSettled, stop, command, publication);
    return new Outcome(
        result.finished(),
        result.step(),
        result.score(),
        publication.evaluation(),
        result.architecture());
  }

  boolean hasCorpus() {
    return corpus.isPresent();
  }

  boolean resumes() {
    return resume;
  }

  boolean overwrites() {
    return overwrite;
  }

  boolean isToStop() {
    return stop.getAsBoolean();
  }

  RunListener listener() {
    return listener;
  }

  /** What decides on the outcome besides records and seed, for telling runs apart. */
  String identity() {
    return Settings.identity(settings())
        + " "
        + epochs
        + " "
        + stopWhenSettled
        + " "
        + device
        + corpus.map(Fingerprint::of).orElse("");
  }

  /** What has begun was allowed to, and must be able to end. */
  private boolean goesOn(Path folder) {
    return resume && ModelFolder.hasCheckpoints(folder);
  }
}
