package io.incrt;

import static io.incrt.base.Given.given;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.incrt.store.ModelFolder;
import io.incrt.store.StoredModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The evaluation of a run's best model: evaluation.json.
 *
 * @param valid on the validation records, by which it was selected; null if it was not evaluated
 * @param test on the test records; null where there were none
 * @param trained the number of training records of each class; empty in files of older versions
 */
public record ModelEvaluation(
    Evaluation valid,
    Evaluation test,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> trained) {

  /** No evaluation. */
  public static final ModelEvaluation NONE = new ModelEvaluation(null, null, Map.of());

  /** Copies the counts; classes are sorted by name. */
  public ModelEvaluation {
    trained =
        trained == null ? Map.of() : Collections.unmodifiableSortedMap(new TreeMap<>(trained));
  }

  /** Reads evaluation.json from a model's folder. */
  public static ModelEvaluation read(Path folder) throws IOException {
    return of(ModelFolder.open(given(folder, "folder")));
  }

  /** The evaluation of an opened model. */
  public static ModelEvaluation of(StoredModel model) {
    return given(model, "model").evaluation(ModelEvaluation.class).orElse(NONE);
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
