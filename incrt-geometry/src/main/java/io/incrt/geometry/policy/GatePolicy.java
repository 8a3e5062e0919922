package io.incrt.geometry.policy;

/**
 * How a layer's gate works.
 *
 * @param kind which gate
 * @param stepScale the step of Oja and EXIN in units of 1/Γ_res; 3 diverges on spiked spectra
 * @param tolerance a probe has converged when ‖Au − R u‖ ≤ tolerance·|R|
 * @param patience gate updates since the last reset after which an exact eigensolve replaces a gate
 *     that has not converged
 */
public record GatePolicy(GateKind kind, double stepScale, double tolerance, int patience) {

  /** Checks the numbers. */
  public GatePolicy {
    Ranges.positive(stepScale, "gate.stepScale");
    Ranges.positive(tolerance, "gate.tolerance");
    Ranges.atLeast(patience, 0, "gate.patience");
  }

  /** The same with another gate. */
  public GatePolicy withKind(GateKind other) {
    return new GatePolicy(other, stepScale, tolerance, patience);
  }
}
