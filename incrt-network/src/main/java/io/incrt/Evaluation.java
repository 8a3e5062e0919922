package io.incrt;

import static io.incrt.base.Given.given;

import io.incrt.objective.ClassCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * How well predictions fit the labels.
 *
 * @param records the number of records
 * @param accuracy the share of records predicted correctly
 * @param macroF1 the mean F1 over the classes that occur among the labels or the predictions
 * @param logLoss the mean −log of the probability given to the true class
 * @param calibrationError the expected calibration error over ten confidence bins
 * @param perClass each class's figures
 * @param confusion rows true, columns predicted, in the order of {@code labels}
 * @param labels the classes
 * @param accuracyInterval a 95 % bootstrap interval of the accuracy
 * @param macroF1Interval the same of the macro F1
 * @param calibration for each of ten confidence bins the number of records, mean confidence and
 *     accuracy
 */
public record Evaluation(
    int records,
    double accuracy,
    double macroF1,
    double logLoss,
    double calibrationError,
    List<ClassFigures> perClass,
    List<List<Integer>> confusion,
    List<String> labels,
    List<Double> accuracyInterval,
    List<Double> macroF1Interval,
    List<ClassCounts.Bin> calibration) {

  private static final int RESAMPLES = 1000;
  private static final int FEWEST_RESAMPLES = 200;
  private static final long DRAWS = 200_000_000;
  private static final long DRAWS_SO_FAR = 5_000_000;

  /** One class's figures. */
  public record ClassFigures(
      String label, double precision, double recall, double f1, int support) {}

  /**
   * Computes the figures from the counts. The intervals are bootstrapped, which takes most of the
   * time.
   */
  public static Evaluation of(ClassCounts counts) {
    return of(given(counts, "counts"), DRAWS);
  }

  /** The same with rougher intervals, for a model that will soon be replaced by a better one. */
  static Evaluation soFar(ClassCounts counts) {
    return of(counts, DRAWS_SO_FAR);
  }

  private static Evaluation of(ClassCounts counts, long draws) {
    if (counts.records() == 0) {
      throw new IllegalArgumentException("there are no records to evaluate on");
    }
    double[][] resampled = resample(counts, draws);
    return new Evaluation(
        counts.records(),
        counts.accuracy(),
        counts.macroF1(),
        counts.logLoss(),
        counts.calibrationError(),
        perClass(counts),
        counts.confusion(),
        counts.labels(),
        interval(resampled[0]),
        interval(resampled[1]),
        counts.bins());
  }

  private static List<ClassFigures> perClass(ClassCounts counts) {
    List<List<Integer>> confusion = counts.confusion();
    List<ClassFigures> figures = new ArrayList<>();
    for (int c = 0; c < confusion.size(); c++) {
      int column = c;
      int support = confusion.get(c).stream().mapToInt(Integer::intValue).sum();
      int predicted = confusion.stream().mapToInt(row -> row.get(column)).sum();
      int right = confusion.get(c).get(c);
      figures.add(
          new ClassFigures(
              counts.labels().get(c),
              predicted == 0 ? 0 : (double) right / predicted,
              support == 0 ? 0 : (double) right / support,
              support + predicted == 0 ? 0 : 2.0 * right / (support + predicted),
              support));
    }
    return figures;
  }

  /** Accuracies and macro F1s of bootstrap samples, drawn with replacement. */
  private static double[][] resample(ClassCounts counts, long draws) {
    int classes = counts.labels().size();
    int[] cells = cells(counts.confusion(), counts.records());
    int rounds = (int) Math.max(FEWEST_RESAMPLES, Math.min(RESAMPLES, draws / cells.length));
    Random random = new Random(cells.length);
    double[][] figures = new double[2][rounds];
    for (int r = 0; r < rounds; r++) {
      int[][] confusion = new int[classes][classes];
      for (int i = 0; i < cells.length; i++) {
        int cell = cells[random.nextInt(cells.length)];
        confusion[cell / classes][cell % classes]++;
      }
      figures[0][r] = ClassCounts.accuracy(confusion);
      figures[1][r] = ClassCounts.macroF1(confusion);
    }
    return figures;
  }

  /** The cell of the confusion matrix that each record is in. */
  private static int[] cells(List<List<Integer>> confusion, int records) {
    int[] cells = new int[records];
    int next = 0;
    for (int i = 0; i < confusion.size(); i++) {
      for (int j = 0; j < confusion.size(); j++) {
        int count = confusion.get(i).get(j);
        Arrays.fill(cells, next, next + count, i * confusion.size() + j);
        next += count;
      }
    }
    return cells;
  }

  /** The middle 95 %. */
  private static List<Double> interval(double[] values) {
    Arrays.sort(values);
    int tail = values.length / 40;
    return List.of(values[tail], values[values.length - 1 - tail]);
  }
}
