package io.incrt.geometry;

import org.ejml.data.DMatrixRMaj;

/** Checks of the geometry's inputs: arrays of the wrong shape or with a NaN are refused. */
public final class Shapes {

  private Shapes() {}

  /** "3×4", for messages. */
  public static String of(DMatrixRMaj matrix) {
    return matrix.numRows + "×" + matrix.numCols;
  }

  /** Requires a d×d matrix of finite numbers. */
  public static DMatrixRMaj requireSquare(DMatrixRMaj matrix, int d, String what) {
    if (matrix.numRows != d || matrix.numCols != d) {
      throw new IllegalArgumentException(
          what + " must be " + d + "×" + d + " but is " + of(matrix));
    }
    return requireFinite(matrix, what);
  }

  /** Requires every entry to be a finite number. */
  public static DMatrixRMaj requireFinite(DMatrixRMaj matrix, String what) {
    int n = matrix.getNumElements();
    for (int i = 0; i < n; i++) {
      if (!Double.isFinite(matrix.data[i])) {
        throw new IllegalArgumentException(
            what
                + " holds "
                + matrix.data[i]
                + " at row "
                + i / matrix.numCols
                + ", column "
                + i % matrix.numCols
                + "; every entry must be a finite number");
      }
    }
    return matrix;
  }

  /**
   * The columns processed at a time where a matrix is combined with its transpose, so that all rows
   * of them stay in the cache.
   */
  static final int BLOCK = 8;

  /**
   * More asymmetry than rounding can leave in a sum of products of floats, relative to the largest
   * entry. Less of it is no reason to stop: what is computed from such a matrix is symmetrised.
   */
  public static final double MOST_ASYMMETRY = 1e-2;

  /** Requires a finite, symmetric d×d matrix; asymmetry up to 1e−8 of the largest entry. */
  public static DMatrixRMaj requireSymmetric(DMatrixRMaj matrix, int d, String what) {
    return requireSymmetric(matrix, d, what, 1e-8);
  }

  /** Requires a finite d×d matrix, symmetric up to {@code tolerance} of the largest entry. */
  public static DMatrixRMaj requireSymmetric(
      DMatrixRMaj matrix, int d, String what, double tolerance) {
    requireSquare(matrix, d, what);
    double largest = 0;
    double worst = 0;
    int row = 0;
    int column = 0;
    for (int block = 0; block < d; block += BLOCK) {
      int end = Math.min(d, block + BLOCK);
      for (int i = 0; i < end; i++) {
        for (int j = Math.max(i, block); j < end; j++) {
          double upper = matrix.data[i * d + j];
          double lower = matrix.data[j * d + i];
          largest = Math.max(largest, Math.max(Math.abs(upper), Math.abs(lower)));
          if (Math.abs(upper - lower) > worst) {
            worst = Math.abs(upper - lower);
            row = i;
            column = j;
          }
        }
      }
    }
    if (worst > tolerance * largest) {
      throw new IllegalArgumentException(
          what
              + " must be symmetric, but entries ("
              + row
              + ", "
              + column
              + ") and ("
              + column
              + ", "
              + row
              + ") differ by "
              + worst);
    }
    return matrix;
  }

  /** Requires a vector of d finite numbers. */
  public static double[] requireVector(double[] vector, int d, String what) {
    if (vector.length != d) {
      throw new IllegalArgumentException(
          what + " must have length " + d + " but has " + vector.length);
    }
    for (int i = 0; i < d; i++) {
      if (!Double.isFinite(vector[i])) {
        throw new IllegalArgumentException(
            what + " holds " + vector[i] + " at position " + i + "; it must be finite");
      }
    }
    return vector;
  }
}
