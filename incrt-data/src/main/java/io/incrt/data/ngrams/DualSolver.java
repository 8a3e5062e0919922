package io.incrt.data.ngrams;

import java.util.List;
import java.util.SplittableRandom;

/**
 * A linear support vector machine for two classes: the w (its last number the bias) that minimises
 *
 * <pre>½ |w|² + C Σ max(0, 1 − y w·x)²</pre>
 *
 * by coordinate descent on the dual (Hsieh et al., 2008, Algorithm 3), as LIBLINEAR's solver 1 does
 * it, shrinking included.
 */
final class DualSolver {

  private static final double TOLERANCE = 0.01;

  /**
   * Five real sets took 93 rounds at most, each with the costs it was tried with. Records that no
   * linear model can tell apart take hundreds at a high cost.
   */
  private static final int ROUNDS = 100;

  private static final double STANDSTILL = 1e-12;

  private DualSolver() {}

  /**
   * Solves it.
   *
   * @param positive which vectors are of the class
   * @param size the number of features
   * @return the weights of the features, then the bias
   */
  static double[] solve(
      List<SparseVector> vectors, boolean[] positive, int size, double cost, long seed) {
    return solve(vectors, positive, size, cost, seed, TOLERANCE);
  }

  static double[] solve(
      List<SparseVector> vectors,
      boolean[] positive,
      int size,
      double cost,
      long seed,
      double tolerance) {
    int count = vectors.size();
    SparseVector[] x = vectors.toArray(SparseVector[]::new);
    double[] w = new double[size + 1];
    double[] alpha = new double[count];
    double[] curvature = new double[count];
    int[] order = new int[count];
    double slack = 0.5 / cost;
    for (int i = 0; i < count; i++) {
      curvature[i] = x[i].squaredNorm() + 1 + slack;
      order[i] = i;
    }
    SplittableRandom random = new SplittableRandom(seed);
    int active = count;
    double largestBefore = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      double largest = Double.NEGATIVE_INFINITY;
      double smallest = Double.POSITIVE_INFINITY;
      shuffle(order, active, random);
      for (int s = 0; s < active; s++) {
        int i = order[s];
        double y = positive[i] ? 1 : -1;
        double gradient = y * (x[i].dot(w) + w[size]) - 1 + alpha[i] * slack;
        if (alpha[i] == 0 && gradient > largestBefore) {
          // Well on the right side: it is left out until the others have settled.
          active--;
          swap(order, s, active);
          s--;
          continue;
        }
        double projected = alpha[i] == 0 ? Math.min(gradient, 0) : gradient;
        largest = Math.max(largest, projected);
        smallest = Math.min(smallest, projected);
        if (Math.abs(projected) > STANDSTILL) {
          double before = alpha[i];
          alpha[i] = Math.max(before - gradient / curvature[i], 0);
          double step = (alpha[i] - before) * y;
          x[i].addTo(w, step);
          w[size] += step;
        }
      }
      if (largest - smallest <= tolerance) {
        if (active == count) {
          break;
        }
        active = count;
        largestBefore = Double.POSITIVE_INFINITY;
      } else {
        largestBefore = largest <= 0 ? Double.POSITIVE_INFINITY : largest;
      }
    }
    return w;
  }

  private static void shuffle(int[] order, int active, SplittableRandom random) {
    for (int i = active - 1; i > 0; i--) {
      swap(order, i, random.nextInt(i + 1));
    }
  }

  private static void swap(int[] order, int a, int b) {
    int held = order[a];
    order[a] = order[b];
    order[b] = held;
  }
}
