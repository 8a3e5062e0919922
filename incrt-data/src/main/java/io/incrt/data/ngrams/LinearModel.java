package io.incrt.data.ngrams;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One linear support vector machine for each class against all others: scores = x·weights + bias.
 * Immutable.
 */
public final class LinearModel {

  private final int size;
  private final int classes;
  // Feature by feature, so that a record touches a run of memory for each of its n-grams.
  private final float[] weights;
  private final float[] bias;

  private LinearModel(int classes, float[] weights, float[] bias) {
    this.size = weights.length / classes;
    this.classes = classes;
    this.weights = weights;
    this.bias = bias;
  }

  /**
   * Fits a model.
   *
   * @param labels the class of each vector, from 0
   * @param size the number of features
   * @param cost how much a record on the wrong side costs (LIBLINEAR's C)
   * @param seed of the order in which records are visited
   */
  public static LinearModel fit(
      List<SparseVector> vectors, int[] labels, int size, int classes, double cost, long seed) {
    if (vectors.size() != labels.length) {
      throw new IllegalArgumentException(
          "each vector needs a label, but there are "
              + vectors.size()
              + " vectors and "
              + labels.length
              + " labels");
    }
    if ((long) size * classes > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          size + " features and " + classes + " classes are more than one model holds");
    }
    float[] weights = new float[size * classes];
    float[] bias = new float[classes];
    // Of two classes the second has the first one's weights with the other sign.
    int solved = classes == 2 ? 1 : classes;
    IntStream.range(0, solved)
        .parallel()
        .forEach(
            one -> {
              boolean[] positive = new boolean[labels.length];
              for (int i = 0; i < labels.length; i++) {
                positive[i] = labels[i] == one;
              }
              double[] w = DualSolver.solve(vectors, positive, size, cost, seed);
              for (int row = 0; row < size; row++) {
                weights[row * classes + one] = (float) w[row];
              }
              bias[one] = (float) w[size];
            });
    if (classes == 2) {
      for (int row = 0; row < size; row++) {
        weights[2 * row + 1] = -weights[2 * row];
      }
      bias[1] = -bias[0];
    }
    return new LinearModel(classes, weights, bias);
  }

  /** A model as it was stored. */
  public static LinearModel restore(float[] weights, float[] bias) {
    if (bias.length == 0 || weights.length % bias.length != 0) {
      throw new IllegalArgumentException(
          weights.length + " weights are not a multiple of " + bias.length + " classes");
    }
    return new LinearModel(bias.length, weights.clone(), bias.clone());
  }

  /** The number of features. */
  public int size() {
    return size;
  }

  /** The number of classes. */
  public int classes() {
    return classes;
  }

  /** The weights, feature by feature: of feature f for class c at f · classes + c. */
  public float[] weights() {
    return weights.clone();
  }

  /** The bias of each class. */
  public float[] bias() {
    return bias.clone();
  }

  /** How far on each class's side a record is. */
  public float[] scores(SparseVector vector) {
    double[] sums = new double[classes];
    int[] rows = vector.rows();
    float[] own = vector.weights();
    for (int i = 0; i < rows.length; i++) {
      int from = rows[i] * classes;
      for (int c = 0; c < classes; c++) {
        sums[c] += own[i] * weights[from + c];
      }
    }
    float[] scores = new float[classes];
    for (int c = 0; c < classes; c++) {
      scores[c] = (float) (sums[c] + bias[c]);
    }
    return scores;
  }

  /** What each row of a vector adds to a class's score above the mean of the other classes'. */
  double[] above(int label, SparseVector vector) {
    int[] rows = vector.rows();
    double[] sums = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      sums[i] = vector.weights()[i] * above(label, weights, rows[i] * classes);
    }
    return sums;
  }

  /** A class's bias above the mean of the others'. */
  double biasAbove(int label) {
    return above(label, bias, 0);
  }

  private double above(int label, float[] of, int from) {
    double others = 0;
    for (int c = 0; c < classes; c++) {
      others += c == label ? 0 : of[from + c];
    }
    return of[from + label] - others / (classes - 1);
  }
}
