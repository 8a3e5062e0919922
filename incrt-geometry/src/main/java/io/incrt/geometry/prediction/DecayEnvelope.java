package io.incrt.geometry.prediction;

/**
 * How the residual energy falls with the number k of births.
 *
 * <pre>
 *   ρ         = 1 − 1/κ_T²
 *   paper(k)  = Γ⁽⁰⁾ ρᵏ               as printed (fig:gamma_decay)
 *   proven(k) = √(Γ⁽⁰⁾² − k δ₀²)      from ‖A‖² falling by at least δ₀² per birth
 * </pre>
 *
 * <p>The argument is about squares, so it gives Γ_k ≤ Γ⁽⁰⁾ ρ^(k/2) at best; the printed ρᵏ falls
 * twice as fast and is not implied.
 *
 * @param gamma0 Γ⁽⁰⁾
 * @param kappa κ_T
 */
public record DecayEnvelope(double gamma0, double kappa) {

  /** ρ = 1 − 1/κ²; 0 when one head captures everything. */
  public double rho() {
    return kappa > 0 ? Math.max(0, 1 - 1 / (kappa * kappa)) : 0;
  }

  /** The printed envelope. */
  public double paper(int k) {
    return gamma0 * Math.pow(rho(), k);
  }

  /** The proven envelope. */
  public double proven(int k) {
    return kappa > 0 ? gamma0 * Math.sqrt(Math.max(0, 1 - k / (kappa * kappa))) : gamma0;
  }
}
