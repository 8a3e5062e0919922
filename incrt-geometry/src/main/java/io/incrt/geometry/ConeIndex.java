package io.incrt.geometry;

import org.ejml.data.DMatrixRMaj;

/**
 * The cone index of token states X (N×d): the mean cosine of the rows to their mean direction,
 * (1/N) Σ xᵢᵀμ / (‖xᵢ‖‖μ‖) with μ = Σ xᵢ. It is 1 when all point one way and near 0 when they point
 * everywhere (the paper's section "Three levels", level 3).
 */
public final class ConeIndex {

  private ConeIndex() {}

  /** The cone index of the rows; zero rows count as a cosine of 0. */
  public static double of(DMatrixRMaj tokens) {
    Shapes.requireFinite(tokens, "the token states");
    int n = tokens.numRows;
    int d = tokens.numCols;
    if (n == 0) {
      throw new IllegalArgumentException("the cone index needs at least one token");
    }
    double[] mean = new double[d];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        mean[j] += tokens.data[i * d + j];
      }
    }
    if (Vectors.normalise(mean) == 0) {
      return 0;
    }
    double total = 0;
    for (int i = 0; i < n; i++) {
      double length = 0;
      for (int j = 0; j < d; j++) {
        length += tokens.data[i * d + j] * tokens.data[i * d + j];
      }
      if (length > 0) {
        total += Vectors.dot(tokens.data, i * d, mean) / Math.sqrt(length);
      }
    }
    return total / n;
  }
}
