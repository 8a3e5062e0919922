package io.incrt.lab.study;

import io.incrt.geometry.prediction.HeadCountPrediction;

/**
 * What the paper's definitions give for the numbers it prints, with θ_w = τ Γ⁽⁰⁾:
 *
 * <pre>
 *   K* = κ² log(1/τ)             eq:kstar
 *   κ  = √(K / log(1/τ))         the same, inverted
 * </pre>
 */
final class PrintedFormula {

  private PrintedFormula() {}

  /** K* for a printed κ. */
  static double heads(double kappa, double tau) {
    return HeadCountPrediction.paperFormula(kappa, 1, tau);
  }

  /** The κ whose K* is this number of heads. */
  static double kappa(double heads, double tau) {
    return Math.sqrt(heads / Math.log(1 / tau));
  }

  /**
   * The most births an operator that does not change allows where each needs λ_max > τ Γ⁽⁰⁾: the
   * squares of its eigenvalues sum to (Γ⁽⁰⁾)², so fewer than 1/τ² of them are that large.
   */
  static int mostBirths(double tau) {
    return (int) Math.ceil(1 / (tau * tau)) - 1;
  }
}
