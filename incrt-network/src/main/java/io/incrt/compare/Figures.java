package io.incrt.compare;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.incrt.Evaluation;
import java.util.List;

/**
 * How well a model answers.
 *
 * @param on what it was judged by: {@code data}, or what its folder recorded of its {@code test} or
 *     {@code valid} records
 * @param records how many
 * @param logLossInterval null where only the mean was recorded
 * @param calibrationErrorInterval null where only the mean was recorded
 * @param perClass the figures of each class, as {@code evaluate} gives them
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Figures(
    String on,
    int records,
    double accuracy,
    List<Double> accuracyInterval,
    double macroF1,
    List<Double> macroF1Interval,
    double logLoss,
    List<Double> logLossInterval,
    double calibrationError,
    List<Double> calibrationErrorInterval,
    List<Evaluation.ClassFigures> perClass) {

  /** The records of a file that all models answered. */
  public static final String DATA = "data";

  /** The test records of a run. */
  public static final String TEST = "test";

  /** The validation records of a run, which chose what was kept. */
  public static final String VALID = "valid";

  static Figures of(String on, Evaluation evaluation, List<Double> loss, List<Double> calibration) {
    return new Figures(
        on,
        evaluation.records(),
        evaluation.accuracy(),
        evaluation.accuracyInterval(),
        evaluation.macroF1(),
        evaluation.macroF1Interval(),
        evaluation.logLoss(),
        loss,
        evaluation.calibrationError(),
        calibration,
        evaluation.perClass());
  }

  /** A figure by name. */
  public double value(Figure figure) {
    return switch (figure) {
      case ACCURACY -> accuracy;
      case MACRO_F1 -> macroF1;
      case LOG_LOSS -> logLoss;
      case CALIBRATION_ERROR -> calibrationError;
    };
  }

  /** Its 95 % interval; null where it is not known. */
  public List<Double> interval(Figure figure) {
    return switch (figure) {
      case ACCURACY -> accuracyInterval;
      case MACRO_F1 -> macroF1Interval;
      case LOG_LOSS -> logLossInterval;
      case CALIBRATION_ERROR -> calibrationErrorInterval;
    };
  }

  /** How many records it answered rightly. */
  long right() {
    return Math.round(accuracy * records);
  }
}
