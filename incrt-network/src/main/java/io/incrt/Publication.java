package io.incrt;

import io.incrt.base.file.ProcessLock;
import io.incrt.data.corpus.Corpus;
import io.incrt.objective.ClassCounts;
import io.incrt.objective.Scores;
import io.incrt.store.ModelFolder;
import io.incrt.store.RunRecords;
import io.incrt.train.TrainingRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Puts the best model of a run into its folder, again and again, with its evaluation. */
final class Publication implements TrainingRun.Publisher {

  private final Path folder;
  private final ProcessLock lock;
  private final Corpus corpus;
  private final Map<String, Long> trained;
  private final Runnable published;
  private Scores lastScores;
  private ModelEvaluation evaluation = ModelEvaluation.NONE;

  /**
   * Puts models into a folder that is locked.
   *
   * @param corpus what they learn from
   * @param published told of every model
   */
  Publication(Path folder, ProcessLock lock, Corpus corpus, Runnable published) {
    this.folder = folder;
    this.corpus = corpus;
    this.lock = lock;
    this.trained = corpus.labelCounts();
    this.published = published;
  }

  @Override
  public void requireFolder() throws IOException {
    if (!lock.isInPlace()) {
      throw new IOException(
          folder + " was deleted or moved while it was trained into; the run ends here");
    }
  }

  /** The evaluation of the model in the folder; none if it does not learn classes. */
  ModelEvaluation evaluation() {
    return evaluation;
  }

  /** Writes the model, whole or not at all. */
  @Override
  public void publish(TrainingRun.TrainedModel model) throws IOException {
    requireFolder();
    Object written = figures(model);
    if (model.valid() instanceof ClassCounts valid) {
      if (model.config().provenance().hasFinished()) {
        evaluation =
            new ModelEvaluation(
                Evaluation.of(valid),
                model.test().map(scores -> Evaluation.of((ClassCounts) scores)).orElse(null),
                trained);
      } else if (lastScores != valid) {
        evaluation = new ModelEvaluation(Evaluation.soFar(valid), null, trained);
      }
      lastScores = valid;
      written = evaluation;
    }
    ModelFolder.write(
        folder,
        model.config(),
        model.companions(),
        model.tensors(),
        model.log(),
        written,
        records(model));
    published.run();
  }

  /** What is known of the records once the run has ended. */
  private Optional<RunRecords> records(TrainingRun.TrainedModel model) {
    if (!model.config().provenance().hasFinished()
        || !model.config().settings().data().digests()
        || !(model.valid() instanceof ClassCounts)
        // Those of a sample would say of the other records that they were not learned from.
        || corpus.cached().isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        RunRecords.of(corpus, model.test().flatMap(scores -> ((ClassCounts) scores).remembered())));
  }

  /** The figures of an objective other than classes, in the form of evaluation.json. */
  private static Map<String, Map<String, Double>> figures(TrainingRun.TrainedModel model) {
    Map<String, Map<String, Double>> figures = new LinkedHashMap<>();
    figures.put("valid", model.valid().figures());
    model.test().ifPresent(scores -> figures.put("test", scores.figures()));
    return figures;
  }
}
