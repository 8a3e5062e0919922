package io.incrt;

import static io.incrt.base.Given.given;

import io.incrt.RunsSummary.Kind;
import io.incrt.RunsSummary.Run;
import io.incrt.base.file.Digests;
import io.incrt.base.file.ProcessLock;
import io.incrt.data.corpus.Corpora;
import io.incrt.data.corpus.CorpusFiles;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.RecordReader;
import io.incrt.data.split.CrossFolds;
import io.incrt.settings.RunSettings;
import io.incrt.store.ModelFolder;
import io.incrt.train.RunListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The same training several times, to know how much its outcome owes to chance: with several seeds,
 * or leaving out one fold of the training records after the other.
 *
 * <pre>{@code
 * RunsSummary runs =
 *     SeveralRuns.seeds(Incrt.training().data(Path.of("train.tsv")), 5).run(Path.of("model"));
 * System.out.println(runs.spreads().get("validAccuracy"));
 * }</pre>
 *
 * <p>Each run has a folder inside that of all ({@code seed-1}, {@code fold-1}); the model kept is
 * in the folder itself. What {@link Training#resume}, {@link Training#overwrite} and {@link
 * Training#stopWhen} say is said of all runs: finished runs are not repeated.
 */
public final class SeveralRuns {

  /** Listens to several runs. */
  public interface Listener {

    /** Ignores everything but what a listener of the training hears. */
    Listener NONE = new Listener() {};

    /**
     * When a run begins or resumes.
     *
     * @param name its folder; empty for the last run after cross-validation
     * @param usual the listener of the training
     * @return who listens to it
     */
    default RunListener beginning(String name, RunListener usual) {
      return usual;
    }

    /** When a run has ended, or had ended before the runs were resumed. */
    default void ended(Run run) {}
  }

  private final Training training;
  private final Kind kind;
  private final int wanted;
  private final Listener listener;

  private SeveralRuns(Training training, Kind kind, int wanted, Listener listener) {
    if (wanted < 2) {
      throw new IllegalArgumentException(
          "several " + kind.word() + " are 2 or more, not " + wanted);
    }
    this.training = given(training, "training").copy();
    this.kind = kind;
    this.wanted = wanted;
    this.listener = given(listener, "listener");
  }

  /**
   * Runs with that many seeds, from that of the training upwards. Each is what the training would
   * be with its seed, with the validation records that this seed holds out. The model with the best
   * validation score is kept.
   */
  public static SeveralRuns seeds(Training training, int seeds) {
    return new SeveralRuns(training, Kind.SEEDS, seeds, Listener.NONE);
  }

  /**
   * Cross-validation over the training records: each fold is left out once, as the test records of
   * its run. Then a last run on all training records, whose model is kept.
   */
  public static SeveralRuns folds(Training training, int folds) {
    return new SeveralRuns(training, Kind.FOLDS, folds, Listener.NONE);
  }

  /** The same with a listener. */
  public SeveralRuns listener(Listener follower) {
    return new SeveralRuns(training, kind, wanted, follower);
  }

  /** Whether a folder holds several runs, finished or not. */
  public static boolean areIn(Path folder) {
    return RunsFolder.holdsRuns(given(folder, "folder"));
  }

  /** Deletes what a folder says about several runs, as its model is to be another. */
  public static void forget(Path folder) throws IOException {
    RunsFolder.forget(given(folder, "folder"));
  }

  /** Trains to the end, or until {@link Training#stopWhen} stops it. */
  @SuppressWarnings("try") // the lock is held, not used
  public RunsSummary run(Path folder) throws IOException {
    given(folder, "folder");
    Optional<Corpora.Parts> parts = read(folder);
    RunsFolder runs = new RunsFolder(folder, kind, identity(parts));
    runs.requireNotRead(training.input().files());
    List<Training> trainings =
        kind == Kind.SEEDS ? withSeeds(parts) : withFolds(parts.orElseThrow());
    RunsSummary summary = new RunsSummary(kind, wanted, List.of(), null, null);
    try (ProcessLock lock = ModelFolder.lock(folder)) {
      runs.begin(training.conduct().resume(), training.conduct().overwrite());
      for (int i = 0; i < wanted && summary.stoppedIn() == null; i++) {
        String name = kind.folder(kind == Kind.SEEDS ? firstSeed() + i : i + 1);
        boolean found = RunsFolder.hasFinished(folder.resolve(name));
        Optional<Run> run = one(trainings.get(i), folder, name, runs);
        summary = run.isPresent() ? with(summary, run.get()) : stopped(summary, name);
        // Runs that are found finished must not put a worse model in place of the best meanwhile.
        if (!found) {
          keep(summary, folder);
        }
        runs.write(summary);
      }
      keep(summary, folder);
    }
    if (kind == Kind.FOLDS && summary.stoppedIn() == null) {
      Training last = training.copy();
      parts.ifPresent(last::parts);
      Optional<Run> run = one(last, folder, "", runs);
      summary =
          run.isPresent()
              ? new RunsSummary(kind, wanted, summary.runs(), run.get(), null)
              : stopped(summary, "");
      runs.write(summary);
    }
    return summary;
  }

  private long firstSeed() {
    return training.settings().training().seed();
  }

  /** All records, which standard input gives once only. */
  private Optional<Corpora.Parts> read(Path folder) throws IOException {
    TrainingInput input = training.input();
    if (training.hasCorpus() || input.isTask()) {
      if (kind == Kind.FOLDS) {
        throw new IllegalArgumentException(
            "cross-validation deals out the records of a file, and there is none; built-in tasks"
                + " make their test records themselves");
      }
      return Optional.empty();
    }
    if (kind == Kind.SEEDS && input.isCached(training.settings(), training.learnsClasses())) {
      if (input.cache().isEmpty()) {
        training.cache(folder.resolve("cache"));
      }
      return Optional.empty();
    }
    if (training.settings().data().cache() == DataSettings.Cache.ALWAYS) {
      throw new IllegalArgumentException(
          "cross-validation deals out records in memory, not those of a cache; leave data.cache at"
              + " AUTO");
    }
    RecordReader reader =
        new RecordReader(input.options().withSettings(training.settings().data()));
    Corpora.Parts parts = input.parts(reader);
    CorpusFiles.skipped(reader.skipped()).forEach(training.listener()::remarked);
    return Optional.of(parts);
  }

  private String identity(Optional<Corpora.Parts> parts) {
    Digests sha = Digests.sha256().add(kind + " " + training.identity());
    if (kind == Kind.FOLDS) {
      // Of seeds there may be more later on; other folds are other runs.
      sha.add(" " + wanted);
    }
    // By name alone: such files are large, and the runs compare what they took from them.
    training.input().options().embeddings().ifPresent(file -> sha.add(" " + file));
    if (parts.isEmpty()) {
      return sha.add(" " + training.input().source().orElse(null)).hex();
    }
    Corpora.Parts read = parts.get();
    for (List<LabelledSequence> part : List.of(read.train(), read.valid(), read.test())) {
      for (LabelledSequence record : part) {
        sha.add(record.id() + "\t" + record.label() + "\t" + record.group() + "\t")
            .add(record.sequence() + "\n");
      }
      sha.add((byte) 0);
    }
    return sha.hex();
  }

  private List<Training> withSeeds(Optional<Corpora.Parts> parts) {
    List<Training> trainings = new ArrayList<>();
    for (int i = 0; i < wanted; i++) {
      Training single = training.copy().seed(firstSeed() + i);
      parts.ifPresent(single::parts);
      trainings.add(single);
    }
    return trainings;
  }

  private List<Training> withFolds(Corpora.Parts parts) {
    List<LabelledSequence> records = parts.train();
    RunSettings settings = training.settings();
    // Once for all, since the records of a fold may look like another kind.
    io.incrt.data.records.Kind made =
        training.input().kind().orElseGet(() -> io.incrt.data.records.Kind.of(records).kind());
    CrossFolds folds =
        CrossFolds.of(
            records,
            made,
            settings.data().split() != DataSettings.Split.RANDOM,
            wanted,
            settings.training().seed());
    training.listener().remarked(folds.words());
    List<Training> trainings = new ArrayList<>();
    for (int fold = 0; fold < wanted; fold++) {
      List<LabelledSequence> learned = new ArrayList<>();
      List<LabelledSequence> leftOut = new ArrayList<>();
      for (int i = 0; i < records.size(); i++) {
        (folds.isLeftOut(i, fold) ? leftOut : learned).add(records.get(i));
      }
      Corpora.Parts split = new Corpora.Parts(learned, parts.valid(), leftOut);
      trainings.add(training.copy().kind(made).parts(split));
    }
    return trainings;
  }

  /** Makes one run, goes on with it, or finds it finished; empty if it was stopped. */
  private Optional<Run> one(Training single, Path folder, String name, RunsFolder runs)
      throws IOException {
    Path where = name.isEmpty() ? folder : folder.resolve(name);
    if (!RunsFolder.hasFinished(where)) {
      if (training.conduct().stop().getAsBoolean()) {
        return Optional.empty();
      }
      single
          .listener(listener.beginning(name, training.listener()))
          // What the folder held before is gone, so whatever is there is of this run.
          .resume(true)
          .overwrite(false);
      try {
        if (!single.run(where).finished()) {
          return Optional.empty();
        }
      } catch (IOException | RuntimeException e) {
        runs.withdraw(where);
        throw e;
      }
    }
    Run run = Run.read(where, name);
    listener.ended(run);
    return Optional.of(run);
  }

  private RunsSummary with(RunsSummary summary, Run run) {
    List<Run> ended = new ArrayList<>(summary.runs());
    ended.add(run);
    RunsSummary next = new RunsSummary(kind, wanted, ended, null, null);
    return kind == Kind.FOLDS
        ? next
        : new RunsSummary(kind, wanted, ended, next.best().orElseThrow(), null);
  }

  /** Puts the model of the best run into the folder of all, unless it is there. */
  private static void keep(RunsSummary summary, Path folder) throws IOException {
    if (summary.kept() == null) {
      return;
    }
    Path best = folder.resolve(summary.kept().name());
    if (RunsFolder.hasFinished(folder)
        && ModelFolder.config(folder).provenance().equals(ModelFolder.config(best).provenance())) {
      return;
    }
    try (Incrt model = Incrt.load(best)) {
      model.save(folder);
    }
  }

  private static RunsSummary stopped(RunsSummary summary, String name) {
    return new RunsSummary(summary.kind(), summary.wanted(), summary.runs(), summary.kept(), name);
  }
}
