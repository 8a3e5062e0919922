package io.incrt.data.ngrams;

/**
 * A record's n-grams as a vector of which only the numbers other than zero are held. The arrays are
 * not copied and must not be changed.
 */
public final class SparseVector {

  private final int[] rows;
  private final float[] weights;

  /**
   * A vector.
   *
   * @param rows the numbers of its features, ascending
   * @param weights the weight of each
   */
  public SparseVector(int[] rows, float[] weights) {
    if (rows.length != weights.length) {
      throw new IllegalArgumentException(
          "each of the " + rows.length + " rows needs a weight, but there are " + weights.length);
    }
    this.rows = rows;
    this.weights = weights;
  }

  /** The numbers of the features, ascending. */
  public int[] rows() {
    return rows;
  }

  /** The weight of each of them. */
  public float[] weights() {
    return weights;
  }

  double dot(double[] other) {
    double sum = 0;
    for (int i = 0; i < rows.length; i++) {
      sum += weights[i] * other[rows[i]];
    }
    return sum;
  }

  void addTo(double[] other, double times) {
    for (int i = 0; i < rows.length; i++) {
      other[rows[i]] += times * weights[i];
    }
  }

  double squaredNorm() {
    double sum = 0;
    for (float weight : weights) {
      sum += (double) weight * weight;
    }
    return sum;
  }
}
