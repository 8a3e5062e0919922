package io.incrt.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.objective.AnswerLog;
import io.incrt.objective.ClassCounts;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairedBootstrapTest {

  private static final List<String> LABELS = List.of("a", "b", "c");

  /** Answers that are right so often, with what {@code evaluate} counts of them. */
  private static ClassCounts counts(long seed, int records, double right) {
    Random random = new Random(seed);
    ClassCounts counts = new ClassCounts(LABELS).remembering();
    for (int i = 0; i < records; i++) {
      float sure = 0.4f + 0.6f * random.nextFloat();
      float[] answer = {(1 - sure) / 2, (1 - sure) / 2, (1 - sure) / 2};
      int label = i % 3;
      answer[random.nextDouble() < right ? label : (label + 1) % 3] = sure;
      counts.add(answer, label);
    }
    return counts;
  }

  private static AnswerLog log(ClassCounts counts) {
    return counts.remembered().orElseThrow();
  }

  private static PairedBootstrap of(AnswerLog... logs) {
    return new PairedBootstrap(new SharedAnswers(List.of(logs), LABELS.size()));
  }

  @Test
  void itsFiguresAreThoseOfTheEvaluation() {
    ClassCounts counts = counts(1, 500, 0.8);
    PairedBootstrap bootstrap = of(log(counts), log(counts(2, 500, 0.6)));
    assertEquals(counts.accuracy(), bootstrap.figure(Figure.ACCURACY, 0), 1e-12);
    assertEquals(counts.macroF1(), bootstrap.figure(Figure.MACRO_F1, 0), 1e-12);
    assertEquals(counts.logLoss(), bootstrap.figure(Figure.LOG_LOSS, 0), 1e-6);
    assertEquals(counts.calibrationError(), bootstrap.figure(Figure.CALIBRATION_ERROR, 0), 1e-6);
  }

  @Test
  void itsIntervalsAreThoseOfTheNormalDistributionForMany() {
    int n = 4000;
    AnswerLog first = log(counts(3, n, 0.8));
    AnswerLog second = log(counts(4, n, 0.75));
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double difference = first.loss(i) - second.loss(i);
      sum += difference;
      squares += difference * difference;
    }
    double mean = sum / n;
    double error = Math.sqrt((squares / n - mean * mean) / n);
    PairedBootstrap bootstrap = of(first, second);
    List<Double> interval = bootstrap.interval(Figure.LOG_LOSS, 0, 1);
    assertEquals(mean - 1.96 * error, interval.get(0), 0.1 * error);
    assertEquals(mean + 1.96 * error, interval.get(1), 0.1 * error);
    double accuracy = bootstrap.figure(Figure.ACCURACY, 0);
    double own = Math.sqrt(accuracy * (1 - accuracy) / n);
    assertEquals(accuracy - 1.96 * own, bootstrap.interval(Figure.ACCURACY, 0).get(0), 0.1 * own);
  }

  @Test
  void whatDiffersEverywhereIsFoundAndWhatIsTheSameIsNot() {
    AnswerLog first = new AnswerLog();
    AnswerLog second = new AnswerLog();
    for (int i = 0; i < 40; i++) {
      first.add(i % 3, i % 3, 0.5f + i / 100f, 0.6f);
      second.add(i % 3, i % 3, 0.75f + i / 100f, 0.6f);
    }
    PairedBootstrap bootstrap = of(first, second);
    assertEquals(10_000, bootstrap.rounds());
    // The difference is the same of every record, whichever are drawn.
    assertEquals(1.0 / 10_001, bootstrap.pValue(Figure.LOG_LOSS, 0, 1), 1e-12);
    assertEquals(-0.25, bootstrap.interval(Figure.LOG_LOSS, 0, 1).get(0), 1e-6);
    assertEquals(-0.25, bootstrap.interval(Figure.LOG_LOSS, 0, 1).get(1), 1e-6);
    assertEquals(1, bootstrap.pValue(Figure.ACCURACY, 0, 1), 1e-12);
    assertEquals(1, bootstrap.pValue(Figure.CALIBRATION_ERROR, 0, 1), 1e-12);
  }

  @Test
  void fewRecordsShowNothing() {
    for (int n = 1; n < 8; n++) {
      AnswerLog first = new AnswerLog();
      AnswerLog second = new AnswerLog();
      for (int i = 0; i < n; i++) {
        first.add(0, 0, 0.1f, 0.9f);
        second.add(0, 0, 0.2f, 0.8f);
      }
      // The signs of n differences are all the same in two of 2ⁿ cases.
      double p = of(first, second).pValue(Figure.LOG_LOSS, 0, 1);
      assertEquals(2 / Math.pow(2, n), p, 1e-12);
    }
  }

  @Test
  void ofModelsThatAreEquallyGoodHardlyAnyPairDiffers() {
    int found = 0;
    for (int i = 0; i < 60; i++) {
      AnswerLog first = log(counts(100 + i, 120, 0.7));
      AnswerLog second = log(counts(1100 + i, 120, 0.7));
      PairedBootstrap bootstrap =
          new PairedBootstrap(new SharedAnswers(List.of(first, second), LABELS.size()), 500);
      found += bootstrap.pValue(Figure.MACRO_F1, 0, 1) < 0.05 ? 1 : 0;
    }
    // Three are expected; nine or more come in one of 300 such trials.
    assertTrue(found < 9, found + " of 60 differ");
  }

  @Test
  void theIntervalOfTheCalibrationErrorIsAboutTheError() {
    PairedBootstrap bootstrap = of(log(counts(5, 300, 0.7)), log(counts(6, 300, 0.7)));
    double error = bootstrap.figure(Figure.CALIBRATION_ERROR, 0);
    List<Double> interval = bootstrap.interval(Figure.CALIBRATION_ERROR, 0);
    assertTrue(interval.get(0) <= error && error <= interval.get(1), error + " " + interval);
  }

  @Test
  void theSameDrawsGiveTheSameFigures() {
    AnswerLog first = log(counts(7, 50, 0.7));
    AnswerLog second = log(counts(8, 50, 0.8));
    assertEquals(
        of(first, second).interval(Figure.MACRO_F1, 0, 1),
        of(first, second).interval(Figure.MACRO_F1, 0, 1));
  }

  @Test
  void answersToOtherRecordsAreRefused() {
    AnswerLog first = log(counts(9, 50, 0.7));
    AnswerLog second = log(counts(9, 51, 0.7));
    assertThrows(IllegalArgumentException.class, () -> of(first, second));
  }
}
