package io.incrt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * How well predictions fit the labels.
 *
 * @param records how many there were
 * @param accuracy the share predicted right
 * @param macroF1 the mean F1 over the classes that occur among the labels or the predictions
 * @param logLoss the mean −log of the probability given to the true class
 * @param calibrationError the expected calibration error over ten bins of confidence
 * @param perClass each class's figures
 * @param confusion rows true, columns predicted, in the order of {@code labels}
 * @param labels the classes
 * @param accuracyInterval a 95 % bootstrap interval of the accuracy
 * @param macroF1Interval the same of the macro F1
 * @param calibration for each of ten bins of confidence how many records, how sure, how often right
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
    List<Bin> calibration) {

  private static final int BINS = 10;
  private static final int RESAMPLES = 1000;
  private static final int FEWEST_RESAMPLES = 200;
  private static final long DRAWS = 200_000_000;

  /** Predictions of similar confidence; both means are 0 where there are none. */
  public record Bin(int records, double confidence, double accuracy) {}

  /** One class's figures. */
  public record ClassFigures(
      String label, double precision, double recall, double f1, int support) {}

  /** Judges probabilities, one row a record, against the true classes by number. */
  public static Evaluation of(
      List<String> labels, List<float[]> probabilities, List<Integer> truth) {
    int n = truth.size();
    if (n == 0) {
      throw new IllegalArgumentException("there are no records to evaluate on");
    }
    int classes = labels.size();
    int[][] confusion = new int[classes][classes];
    int[] cells = new int[n];
    double loss = 0;
    double[] confidence = new double[BINS];
    int[] hits = new int[BINS];
    int[] binned = new int[BINS];
    for (int i = 0; i < n; i++) {
      float[] row = probabilities.get(i);
      int best = 0;
      for (int c = 1; c < row.length; c++) {
        best = row[c] > row[best] ? c : best;
      }
      int real = truth.get(i);
      confusion[real][best]++;
      cells[i] = real * classes + best;
      loss -= Math.log(Math.max(1e-12, row[real]));
      int bin = Math.min(BINS - 1, (int) (row[best] * BINS));
      binned[bin]++;
      confidence[bin] += row[best];
      hits[bin] += best == real ? 1 : 0;
    }
    double calibration = 0;
    List<Bin> bins = new ArrayList<>();
    for (int bin = 0; bin < BINS; bin++) {
      calibration += Math.abs(confidence[bin] - hits[bin]) / n;
      int count = Math.max(1, binned[bin]);
      bins.add(new Bin(binned[bin], confidence[bin] / count, (double) hits[bin] / count));
    }
    double[][] resampled = resample(cells, classes);
    return new Evaluation(
        n,
        accuracy(confusion),
        macroF1(confusion),
        loss / n,
        calibration,
        perClass(labels, confusion),
        Arrays.stream(confusion).map(row -> Arrays.stream(row).boxed().toList()).toList(),
        labels,
        interval(resampled[0]),
        interval(resampled[1]),
        bins);
  }

  private static double accuracy(int[][] confusion) {
    long right = 0;
    long all = 0;
    for (int c = 0; c < confusion.length; c++) {
      right += confusion[c][c];
      all += Arrays.stream(confusion[c]).sum();
    }
    return (double) right / all;
  }

  private static double macroF1(int[][] confusion) {
    double sum = 0;
    int occurring = 0;
    for (int c = 0; c < confusion.length; c++) {
      int both = Arrays.stream(confusion[c]).sum() + predicted(confusion, c);
      sum += both == 0 ? 0 : 2.0 * confusion[c][c] / both;
      occurring += both == 0 ? 0 : 1;
    }
    return sum / occurring;
  }

  private static int predicted(int[][] confusion, int c) {
    int count = 0;
    for (int[] row : confusion) {
      count += row[c];
    }
    return count;
  }

  private static List<ClassFigures> perClass(List<String> labels, int[][] confusion) {
    List<ClassFigures> figures = new ArrayList<>();
    for (int c = 0; c < labels.size(); c++) {
      int support = Arrays.stream(confusion[c]).sum();
      int predicted = predicted(confusion, c);
      double precision = predicted == 0 ? 0 : (double) confusion[c][c] / predicted;
      double recall = support == 0 ? 0 : (double) confusion[c][c] / support;
      double f1 = support + predicted == 0 ? 0 : 2.0 * confusion[c][c] / (support + predicted);
      figures.add(new ClassFigures(labels.get(c), precision, recall, f1, support));
    }
    return figures;
  }

  /** Accuracies and macro F1s of records drawn anew, each as often as it comes. */
  private static double[][] resample(int[] cells, int classes) {
    int rounds = (int) Math.max(FEWEST_RESAMPLES, Math.min(RESAMPLES, DRAWS / cells.length));
    Random random = new Random(cells.length);
    double[][] found = new double[2][rounds];
    for (int r = 0; r < rounds; r++) {
      int[][] confusion = new int[classes][classes];
      for (int i = 0; i < cells.length; i++) {
        int cell = cells[random.nextInt(cells.length)];
        confusion[cell / classes][cell % classes]++;
      }
      found[0][r] = accuracy(confusion);
      found[1][r] = macroF1(confusion);
    }
    return found;
  }

  /** The middle 95 %. */
  private static List<Double> interval(double[] values) {
    Arrays.sort(values);
    int tail = values.length / 40;
    return List.of(values[tail], values[values.length - 1 - tail]);
  }
}
