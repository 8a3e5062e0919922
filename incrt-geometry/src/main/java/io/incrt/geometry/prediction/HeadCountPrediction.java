package io.incrt.geometry.prediction;

import io.incrt.geometry.policy.WidthPolicy;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * How many heads an operator asks for, three ways.
 *
 * <pre>
 *   κ_T   = Γ⁽⁰⁾ / δ₀                      the directional task complexity index (thm:cs)
 *   paper = κ_T² log(Γ⁽⁰⁾/θ_w)             eq:kstar, as printed
 *   bound = κ_T² (1 − (θ_w/Γ⁽⁰⁾)²)         since ‖A‖² falls by at least δ₀² per birth
 *   spectral                               the exact count, read off the eigenvalues
 * </pre>
 *
 * <p>δ₀ is the least energy captured by a birth. The count is at most ⌈bound⌉.
 *
 * @param gamma0 Γ⁽⁰⁾
 * @param threshold θ_w
 * @param delta0 δ₀
 * @param spectral the exact count on a stationary operator; empty when it never becomes sufficient
 */
public record HeadCountPrediction(
    double gamma0, double threshold, double delta0, OptionalInt spectral) {

  /** The prediction for an operator with these eigenvalues and a threshold θ_w. */
  public static HeadCountPrediction of(double[] eigenvalues, WidthPolicy policy, double thetaW) {
    double gamma0 = Math.sqrt(Arrays.stream(eigenvalues).map(x -> x * x).sum());
    GreedyCount greedy = GreedyCount.of(eigenvalues, policy, thetaW);
    return new HeadCountPrediction(gamma0, thetaW, greedy.smallestCapture(), greedy.births());
  }

  /** κ_T = Γ⁽⁰⁾/δ₀; 0 for a zero operator. */
  public double kappa() {
    return gamma0 > 0 ? gamma0 / delta0 : 0;
  }

  /** K* by the paper's formula. */
  public double paper() {
    return gamma0 > 0 ? Math.max(0, paperFormula(kappa(), gamma0, threshold)) : 0;
  }

  /** The additive bound, as a number; a count is at most its ceiling. */
  public double bound() {
    double ratio = gamma0 > 0 ? threshold / gamma0 : 1;
    return Math.max(0, kappa() * kappa() * (1 - ratio * ratio));
  }

  /** κ² log(Γ⁽⁰⁾/θ_w), eq:kstar with constant 1. */
  public static double paperFormula(double kappa, double gamma0, double thetaW) {
    return kappa * kappa * Math.log(gamma0 / thetaW);
  }

  /**
   * The efficiency constant of the bidirectional gate, c = 1/(1 + (δ_r/δ₀)²) (proof of thm:cs): in
   * [½, 1] as long as the minor end captures no more than the major.
   */
  public static double efficiency(double delta0, double deltaR) {
    double ratio = deltaR / delta0;
    return 1 / (1 + ratio * ratio);
  }
}
