package io.incrt.geometry;

/**
 * A symmetric linear map A on ℝᵈ, defined by its product with a vector. Probes need no more, so the
 * matrix of an operator need never be formed.
 */
public interface SymmetricOperator {

  /** The dimension d. */
  int dimension();

  /** y ← A x, with x and y of length d and not the same array. */
  void apply(double[] x, double[] y);

  /** The Rayleigh quotient R(u) = uᵀAu / ‖u‖² of a non-zero vector. */
  default double rayleigh(double[] u) {
    double[] au = new double[dimension()];
    apply(u, au);
    return Vectors.dot(u, au) / Vectors.dot(u, u);
  }
}
