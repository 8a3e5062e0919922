package io.incrt.geometry;

/**
 * A symmetric linear map A on ℝᵈ, known by what it does to a vector. Probes need no more than this,
 * so an operator can be used without its matrix ever being formed.
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
