package io.incrt;

import io.incrt.store.ModelFolder;
import io.incrt.store.StoredModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The evaluation of a run's best model: evaluation.json.
 *
 * @param valid on the validation records, by which it was selected; null if it was not evaluated
 * @param test on the test records; null where there were none
 */
public record ModelEvaluation(Evaluation valid, Evaluation test) {

  /** No evaluation. */
  public static final ModelEvaluation NONE = new ModelEvaluation(null, null);

  /** Reads evaluation.json from a model's folder. */
  public static ModelEvaluation read(Path folder) throws IOException {
    return of(ModelFolder.open(folder));
  }

  /** The evaluation of an opened model. */
  public static ModelEvaluation of(StoredModel model) {
    return model.evaluation(ModelEvaluation.class).orElse(NONE);
  }

  /** The test records' evaluation where there is one, otherwise the validation records'. */
  public Optional<Evaluation> judged() {
    return Optional.ofNullable(test == null ? valid : test);
  }

  /**
   * How much more accurate the model is on the records that it was selected by than on the test
   * records; empty where one of the two is missing.
   */
  public OptionalDouble optimism() {
    return valid == null || test == null || valid.records() == 0 || test.records() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(valid.accuracy() - test.accuracy());
  }
}
