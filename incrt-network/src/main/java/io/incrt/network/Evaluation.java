package io.incrt.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * How well predictions fit the labels.
 *
 * @param records how many there were
 * @param accuracy the share predicted right
 * @param macroF1 the mean F1 over the classes that occur
 * @param logLoss the mean −log of the probability given to the true class
 * @param calibrationError the expected calibration error over ten bins of confidence
 * @param perClass each class's figures
 * @param confusion rows true, columns predicted, in the order of {@code labels}
 * @param labels the classes
 * @param accuracyInterval a 95 % bootstrap interval of the accuracy
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
    List<Double> accuracyInterval) {

  private static final int BINS = 10;
  private static final int RESAMPLES = 1000;

  /** One class's figures. */
  public record ClassFigures(
      String label, double precision, double recall, double f1, int support) {}

  /** Judges probabilities, one row a record, against the true classes by number. */
  public static Evaluation of(
      List<String> labels, List<List<Double>> probabilities, List<Integer> truth) {
    int n = truth.size();
    if (n == 0) {
      throw new IllegalArgumentException("there are no records to evaluate on");
    }
    int[][] confusion = new int[labels.size()][labels.size()];
    boolean[] right = new boolean[n];
    double loss = 0;
    double[] confidence = new double[BINS];
    int[] hits = new int[BINS];
    for (int i = 0; i < n; i++) {
      List<Double> row = probabilities.get(i);
      int best = 0;
      for (int c = 1; c < row.size(); c++) {
        best = row.get(c) > row.get(best) ? c : best;
      }
      right[i] = best == truth.get(i);
      confusion[truth.get(i)][best]++;
      loss -= Math.log(Math.max(1e-12, row.get(truth.get(i))));
      int bin = Math.min(BINS - 1, (int) (row.get(best) * BINS));
      confidence[bin] += row.get(best);
      hits[bin] += right[i] ? 1 : 0;
    }
    double calibration = 0;
    for (int bin = 0; bin < BINS; bin++) {
      calibration += Math.abs(confidence[bin] - hits[bin]) / n;
    }
    List<ClassFigures> perClass = perClass(labels, confusion);
    return new Evaluation(
        n,
        share(right),
        perClass.stream()
            .filter(figures -> figures.support() > 0)
            .mapToDouble(ClassFigures::f1)
            .average()
            .orElse(0),
        loss / n,
        calibration,
        perClass,
        Arrays.stream(confusion).map(row -> Arrays.stream(row).boxed().toList()).toList(),
        labels,
        interval(right));
  }

  private static List<ClassFigures> perClass(List<String> labels, int[][] confusion) {
    List<ClassFigures> figures = new ArrayList<>();
    for (int c = 0; c < labels.size(); c++) {
      int support = Arrays.stream(confusion[c]).sum();
      int predicted = 0;
      for (int[] row : confusion) {
        predicted += row[c];
      }
      double precision = predicted == 0 ? 0 : (double) confusion[c][c] / predicted;
      double recall = support == 0 ? 0 : (double) confusion[c][c] / support;
      double f1 = precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
      figures.add(new ClassFigures(labels.get(c), precision, recall, f1, support));
    }
    return figures;
  }

  private static double share(boolean[] right) {
    int count = 0;
    for (boolean one : right) {
      count += one ? 1 : 0;
    }
    return (double) count / right.length;
  }

  private static List<Double> interval(boolean[] right) {
    Random random = new Random(right.length);
    double[] shares = new double[RESAMPLES];
    boolean[] drawn = new boolean[right.length];
    for (int r = 0; r < RESAMPLES; r++) {
      for (int i = 0; i < drawn.length; i++) {
        drawn[i] = right[random.nextInt(right.length)];
      }
      shares[r] = share(drawn);
    }
    Arrays.sort(shares);
    return List.of(shares[RESAMPLES / 40], shares[RESAMPLES - 1 - RESAMPLES / 40]);
  }
}
