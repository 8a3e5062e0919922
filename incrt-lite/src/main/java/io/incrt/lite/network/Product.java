package io.incrt.lite.network;

/**
 * Products of matrices, each an array of rows. The innermost loop runs along whole rows from their
 * beginning: only there does the compiler of Java 17 use vector instructions, and not where the
 * same loop begins somewhere in one flat array. Four rows of the right matrix are taken at a time,
 * so that the result is read and written once for them.
 */
final class Product {

  /** Rows of the right matrix that stay in a core's cache while all left rows pass over them. */
  private static final int BLOCK = 64;

  private static final int UNROLLED = 4;

  private Product() {}

  /**
   * Y += X W.
   *
   * @param x X, n×m
   * @param w W, m×k
   * @param y Y, n×k
   */
  static void add(float[][] x, float[][] w, float[][] y) {
    for (int from = 0; from < w.length; from += BLOCK) {
      int to = Math.min(w.length, from + BLOCK);
      for (int i = 0; i < x.length; i++) {
        addRow(x[i], from, to, w, y[i]);
      }
    }
  }

  private static void addRow(float[] x, int from, int to, float[][] w, float[] y) {
    int k = from;
    for (; k + UNROLLED <= to; k += UNROLLED) {
      addFour(x, k, w[k], w[k + 1], w[k + 2], w[k + 3], y);
    }
    for (; k < to; k++) {
      add(x[k], w[k], y);
    }
  }

  private static void addFour(
      float[] x, int k, float[] first, float[] second, float[] third, float[] fourth, float[] y) {
    float a = x[k];
    float b = x[k + 1];
    float c = x[k + 2];
    float d = x[k + 3];
    for (int j = 0; j < y.length; j++) {
      y[j] += a * first[j] + b * second[j] + c * third[j] + d * fourth[j];
    }
  }

  /** Adds a multiple of one row to another. */
  static void add(float factor, float[] row, float[] y) {
    for (int j = 0; j < y.length; j++) {
      y[j] += factor * row[j];
    }
  }
}
