package io.incrt.geometry;

import java.util.Random;

/**
 * Arithmetic on plain vectors of length d, in a fixed order of summation, so runs repeat to the
 * bit.
 */
public final class Vectors {

  private Vectors() {}

  /** The scalar product xᵀy. */
  public static double dot(double[] x, double[] y) {
    return dot(x, 0, y);
  }

  /** The scalar product of y with the part of x that starts at {@code offset}. */
  static double dot(double[] x, int offset, double[] y) {
    // Eight independent sums: with a single one each addition waits for the one before.
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int n = y.length;
    int i = 0;
    for (; i + 7 < n; i += 8) {
      int o = offset + i;
      s0 += x[o] * y[i];
      s1 += x[o + 1] * y[i + 1];
      s2 += x[o + 2] * y[i + 2];
      s3 += x[o + 3] * y[i + 3];
      s4 += x[o + 4] * y[i + 4];
      s5 += x[o + 5] * y[i + 5];
      s6 += x[o + 6] * y[i + 6];
      s7 += x[o + 7] * y[i + 7];
    }
    for (; i < n; i++) {
      s0 += x[offset + i] * y[i];
    }
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
  }

  /** The Euclidean norm ‖x‖. */
  public static double norm(double[] x) {
    return Math.sqrt(dot(x, x));
  }

  /** y ← y + s·x. */
  public static void addScaled(double[] y, double s, double[] x) {
    for (int i = 0; i < y.length; i++) {
      y[i] += s * x[i];
    }
  }

  /** x ← s·x. */
  public static void scale(double[] x, double s) {
    for (int i = 0; i < x.length; i++) {
      x[i] *= s;
    }
  }

  /** x ← x / ‖x‖, returning the norm x had; a zero vector stays as it is. */
  public static double normalise(double[] x) {
    double norm = norm(x);
    if (norm > 0) {
      scale(x, 1 / norm);
    }
    return norm;
  }

  /** A direction drawn uniformly from the unit sphere in d dimensions. */
  public static double[] randomDirection(int d, Random random) {
    double[] x = new double[d];
    do {
      for (int i = 0; i < d; i++) {
        x[i] = random.nextGaussian();
      }
    } while (normalise(x) == 0);
    return x;
  }

  /**
   * The absolute cosine |xᵀy| / (‖x‖‖y‖): 1 when the two span the same line, 0 if either is zero.
   */
  public static double overlap(double[] x, double[] y) {
    double norms = norm(x) * norm(y);
    return norms > 0 ? Math.abs(dot(x, y)) / norms : 0;
  }
}
