package io.incrt.geometry.prediction;

/**
 * The sample size of thm:pac, m_PAC = C ‖M_a‖² d_k log(d_k K*∕δ)/ε² · K* + K* T_conv (eq:mpac), its
 * two terms kept apart.
 *
 * @param estimation the first term, from the matrix Bernstein inequality
 * @param gateConvergence the second term, the steps the gate needs
 */
public record PacBound(double estimation, double gateConvergence) {

  /**
   * Evaluates the bound.
   *
   * @param constant C, an absolute constant the paper does not give
   * @param motorNorm ‖M_a‖_F
   * @param dk the key dimensions
   * @param heads K*
   * @param epsilon ε, the accuracy asked for
   * @param delta δ, the probability of failure allowed
   * @param convergenceTime T_conv
   */
  public static PacBound of(
      double constant,
      double motorNorm,
      int dk,
      int heads,
      double epsilon,
      double delta,
      double convergenceTime) {
    if (!(epsilon > 0) || !(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException(
          "ε must be positive and δ in (0, 1), but they are " + epsilon + " and " + delta);
    }
    double perHead =
        constant * motorNorm * motorNorm * dk * Math.log(dk * heads / delta) / (epsilon * epsilon);
    return new PacBound(heads == 0 ? 0 : perHead * heads, heads * convergenceTime);
  }

  /** m_PAC, the sum of both terms. */
  public double samples() {
    return estimation + gateConvergence;
  }

  /** The Rademacher complexity bound √(2 K* d_k log m / m) for m samples. */
  public static double rademacher(int heads, int dk, long samples) {
    return Math.sqrt(2.0 * heads * dk * Math.log((double) samples) / samples);
  }
}
