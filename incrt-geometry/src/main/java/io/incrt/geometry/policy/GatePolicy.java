package io.incrt.geometry.policy;

import io.incrt.base.Ranges;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * How a layer's gate works.
 *
 * @param kind which gate
 * @param stepScale the step of Oja and EXIN in units of 1/Γ_res; 3 diverges on spiked spectra
 * @param tolerance a probe has converged when ‖Au − R u‖ ≤ tolerance·|R|
 * @param patience gate updates since the last reset after which an exact eigensolve replaces a gate
 *     that has not converged
 */
@RecordBuilder
public record GatePolicy(GateKind kind, double stepScale, double tolerance, int patience)
    implements GatePolicyBuilder.With {

  /** Checks the numbers. */
  public GatePolicy {
    Ranges.positive("homeostat.gate.stepScale", stepScale);
    Ranges.positive("homeostat.gate.tolerance", tolerance);
    Ranges.atLeast("homeostat.gate.patience", patience, 0);
  }
}
