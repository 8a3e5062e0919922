package io.incrt.objective;

import io.incrt.settings.TrainingSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The confusion matrix and the confidence of the answers: everything that figures of classification
 * are computed from.
 */
public final class ClassCounts implements Scores {

  /** The number of confidence bins. */
  public static final int BINS = 10;

  private final List<String> labels;
  private final int[][] confusion;
  private final int[] binned = new int[BINS];
  private final int[] hits = new int[BINS];
  private final double[] confidence = new double[BINS];
  private AnswerLog log;
  private double loss;
  private int records;

  /** Empty counts. */
  public ClassCounts(List<String> labels) {
    this.labels = List.copyOf(labels);
    this.confusion = new int[labels.size()][labels.size()];
  }

  /** Remembers each answer from now on. */
  public ClassCounts remembering() {
    log = new AnswerLog();
    return this;
  }

  /** Each answer since {@link #remembering}; empty if that was not asked for. */
  public Optional<AnswerLog> remembered() {
    return Optional.ofNullable(log);
  }

  @Override
  public void add(float[] answer, Targets targets, int record) {
    add(answer, ((ClassTargets) targets).of(record));
  }

  /** Counts the predicted probabilities of a record whose class is known. */
  public void add(float[] probabilities, int truth) {
    int best = 0;
    for (int c = 1; c < probabilities.length; c++) {
      best = probabilities[c] > probabilities[best] ? c : best;
    }
    records++;
    confusion[truth][best]++;
    double surprise = -Math.log(Math.max(1e-12, probabilities[truth]));
    loss += surprise;
    int bin = Math.min(BINS - 1, (int) (probabilities[best] * BINS));
    binned[bin]++;
    confidence[bin] += probabilities[best];
    hits[bin] += best == truth ? 1 : 0;
    if (log != null) {
      // Of a probability that rounding put above 1 the loss would be negative.
      log.add(truth, best, (float) Math.max(0, surprise), Math.min(1, probabilities[best]));
    }
  }

  @Override
  public int records() {
    return records;
  }

  /** The classes. */
  public List<String> labels() {
    return labels;
  }

  /** Rows true, columns predicted. */
  public List<List<Integer>> confusion() {
    return Arrays.stream(confusion).map(row -> Arrays.stream(row).boxed().toList()).toList();
  }

  /** Predictions of similar confidence; both means are 0 where there are none. */
  public record Bin(int records, double confidence, double accuracy) {}

  /** The confidence bins, the least confident first. */
  public List<Bin> bins() {
    List<Bin> bins = new ArrayList<>();
    for (int bin = 0; bin < BINS; bin++) {
      int count = Math.max(1, binned[bin]);
      bins.add(new Bin(binned[bin], confidence[bin] / count, (double) hits[bin] / count));
    }
    return bins;
  }

  /** The expected calibration error over the bins. */
  public double calibrationError() {
    double error = 0;
    for (int bin = 0; bin < BINS; bin++) {
      error += Math.abs(confidence[bin] - hits[bin]) / records;
    }
    return error;
  }

  /** The share of records predicted correctly. */
  public double accuracy() {
    return accuracy(confusion);
  }

  /** The mean F1 over the classes that occur among the labels or the predictions. */
  public double macroF1() {
    return macroF1(confusion);
  }

  /** The mean −log of the probability given to the true class. */
  public double logLoss() {
    return loss / records;
  }

  /** The share of a confusion matrix that is on its diagonal. */
  public static double accuracy(int[][] confusion) {
    long right = 0;
    long total = 0;
    for (int c = 0; c < confusion.length; c++) {
      right += confusion[c][c];
      total += Arrays.stream(confusion[c]).sum();
    }
    return (double) right / total;
  }

  /** The mean F1 over the classes of a confusion matrix that occur in it. */
  public static double macroF1(int[][] confusion) {
    double sum = 0;
    int occurring = 0;
    for (int c = 0; c < confusion.length; c++) {
      int both = Arrays.stream(confusion[c]).sum();
      for (int[] row : confusion) {
        both += row[c];
      }
      sum += both == 0 ? 0 : 2.0 * confusion[c][c] / both;
      occurring += both == 0 ? 0 : 1;
    }
    return sum / occurring;
  }

  @Override
  public double of(TrainingSettings.Score chosen) {
    return switch (chosen) {
      case ACCURACY -> accuracy();
      case MACRO_F1 -> macroF1();
    };
  }

  @Override
  public Map<String, Double> figures() {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("accuracy", accuracy());
    figures.put("macroF1", macroF1());
    figures.put("logLoss", logLoss());
    return figures;
  }
}
