package io.incrt.lite.network;

import java.util.Arrays;

/** Matrices as arrays of rows, made of tensors that lie in one piece. */
final class Rows {

  private Rows() {}

  /** The rows of a tensor. */
  static float[][] of(float[] values, int columns) {
    float[][] rows = new float[values.length / columns][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Arrays.copyOfRange(values, i * columns, (i + 1) * columns);
    }
    return rows;
  }

  /**
   * The columns of a tensor: libtorch keeps the weights of a unit in a row, products need them so.
   */
  static float[][] transposed(float[] values, int columns) {
    return columns(values, columns, 0, columns);
  }

  /** Some columns of a tensor, each as a row. */
  static float[][] columns(float[] values, int columns, int from, int to) {
    float[][] rows = new float[to - from][values.length / columns];
    for (int i = from; i < to; i++) {
      for (int j = 0; j < rows[i - from].length; j++) {
        rows[i - from][j] = values[j * columns + i];
      }
    }
    return rows;
  }

  /** That many rows, each the same. */
  static float[][] repeated(int count, float... row) {
    float[][] rows = new float[count][];
    for (int i = 0; i < count; i++) {
      rows[i] = row.clone();
    }
    return rows;
  }

  /** Some columns of a matrix. */
  static float[][] cut(float[][] matrix, int fromRow, int toRow, int from, int count) {
    float[][] rows = new float[toRow - fromRow][count];
    for (int i = fromRow; i < toRow; i++) {
      System.arraycopy(matrix[i], from, rows[i - fromRow], 0, count);
    }
    return rows;
  }

  /** Some columns of a matrix, each as a row. */
  static float[][] cutTransposed(float[][] matrix, int from, int count) {
    float[][] rows = new float[count][matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < count; j++) {
        rows[j][i] = matrix[i][from + j];
      }
    }
    return rows;
  }
}
