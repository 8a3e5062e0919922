package io.incrt;

import io.incrt.base.file.ProcessLock;
import io.incrt.data.corpus.Corpus;
import io.incrt.objective.Classification;
import io.incrt.objective.Objective;
import io.incrt.settings.RunSettings;
import io.incrt.store.ModelFolder;
import io.incrt.train.TrainingRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Carries out a run that is described. Of several processes that train jointly the first locks the
 * folder and writes to it.
 *
 * @param input what is learned from
 * @param corpus the same where it is split and tokenised already
 * @param objective what is learned; empty for the classes that the labels name
 * @param settings those that depend on the data are not resolved yet
 */
record OneRun(
    TrainingInput input,
    Optional<Corpus> corpus,
    Optional<Objective> objective,
    Supplier<RunSettings> settings,
    Conduct conduct) {

  /** Trains to the end, or until it is stopped. */
  Training.Outcome train(Path folder, Announcer announcer) throws IOException {
    if (!conduct.group().isFirst()) {
      TrainingRun.Result result = run(folder, announcer).train(TrainingRun.Publisher.NONE);
      return outcome(result, ModelEvaluation.NONE);
    }
    RunFolder.requireNotRead(folder, input.files());
    try (ProcessLock lock = ModelFolder.lock(folder)) {
      RunFolder.requireFree(folder, conduct.resume(), conduct.overwrite());
      Prepared run = run(folder, announcer);
      Publication publication = new Publication(folder, lock, run.corpus, announcer::saved);
      TrainingRun.Result result = run.train(publication);
      if (result.finished()) {
        ModelExplanation.add(folder, run.corpus, run.settings.data().mistakes(), conduct.device());
      }
      Training.Outcome outcome = outcome(result, publication.evaluation());
      announcer.ended(outcome);
      return outcome;
    } catch (IOException | RuntimeException | Error e) {
      announcer.failed(e);
      throw e;
    }
  }

  private static Training.Outcome outcome(TrainingRun.Result result, ModelEvaluation evaluation) {
    return new Training.Outcome(
        result.finished(), result.step(), result.score(), evaluation, result.architecture());
  }

  /** A run whose data are there. */
  private record Prepared(Corpus corpus, RunSettings settings, Conduct conduct, TrainingRun run) {

    TrainingRun.Result train(TrainingRun.Publisher publisher) throws IOException {
      return run.train(
          conduct.resume(),
          conduct.stopWhenSettled(),
          conduct.stop(),
          conduct.command().orElse(null),
          publisher);
    }
  }

  private Prepared run(Path folder, Announcer announcer) throws IOException {
    RunSettings asked = settings.get();
    Corpus data =
        corpus.isPresent()
            ? corpus.get()
            : input.corpus(
                asked,
                objective.isEmpty(),
                new TrainingInput.Room(folder, conduct.force() || goesOn(folder), conduct.stop()),
                announcer);
    RunSettings resolved = conduct.resolved(asked, data.learned());
    Objective learned = objective.orElseGet(() -> new Classification(data.labels()));
    TrainingRun run =
        new TrainingRun(
            data, learned, resolved, folder, announcer, conduct.device(), conduct.group());
    return new Prepared(data, resolved, conduct, run);
  }

  /** What has begun was allowed to, and must be able to end. */
  private boolean goesOn(Path folder) {
    return conduct.group().any(conduct.resume() && ModelFolder.hasCheckpoints(folder));
  }
}
