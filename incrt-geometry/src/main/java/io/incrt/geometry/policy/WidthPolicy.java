package io.incrt.geometry.policy;

import io.incrt.base.Ranges;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Level 1: when heads are born and pruned.
 *
 * @param criterion when a layer wants another head
 * @param reference what θ_w is measured against
 * @param tau θ_w = tau · reference
 * @param deflation which directions a birth captures
 * @param dwell T_conv, the steps that must pass since the layer's last birth (assumption A6)
 * @param pruneAfter T_prune, the steps a head must stay below φ_g before it is pruned
 * @param pruneRatio φ_g = pruneRatio · θ_w, see {@link #pruneThreshold}
 * @param guarded whether φ_g is also held below 0.8/√d · θ_w, so that nothing pruned can come
 *     straight back (replaces the paper's A5)
 */
@RecordBuilder
public record WidthPolicy(
    Criterion criterion,
    Reference reference,
    double tau,
    Deflation deflation,
    long dwell,
    long pruneAfter,
    double pruneRatio,
    boolean guarded)
    implements WidthPolicyBuilder.With {

  /**
   * Rounding allowed in Γ_res ≤ θ_w, relative: spectra whose energy meets the threshold exactly
   * must not be decided by the last bit.
   */
  public static final double ROUNDING = 1e-12;

  /** Checks the numbers. */
  public WidthPolicy {
    Ranges.positive("homeostat.width.tau", tau);
    Ranges.atLeast("homeostat.width.dwell", dwell, 0);
    Ranges.atLeast("homeostat.width.pruneAfter", pruneAfter, 0);
    Ranges.between("homeostat.width.pruneRatio", pruneRatio, 0, 1);
  }

  /** φ_g for a threshold θ_w in dimension d. */
  public double pruneThreshold(double thetaW, int d) {
    double ratio = guarded ? Math.min(pruneRatio, 0.8 / Math.sqrt(d)) : pruneRatio;
    return ratio * thetaW;
  }

  /** Whether a layer with these figures needs no further head, so that Algorithm 1 may stop. */
  public boolean sufficient(double residual, double testedEnd, double thetaW) {
    double measured = criterion == Criterion.ENERGY ? residual : testedEnd;
    return measured <= thetaW * (1 + ROUNDING);
  }

  /**
   * The end of the spectrum that {@link Criterion#SPECTRAL} compares with θ_w: λ_max, or, where a
   * birth takes the stronger end whatever its sign, max(λ_max, −λ_min).
   */
  public double testedEnd(double lambdaMax, double lambdaMin) {
    return deflation == Deflation.DOMINANT ? Math.max(lambdaMax, -lambdaMin) : lambdaMax;
  }

  /**
   * Whether a layer that is not sufficient may grow: with the printed test only if there is also a
   * direction to suppress, λ_min &lt; φ_w; otherwise always.
   */
  public boolean mayGrow(double lambdaMin, double phiW) {
    return criterion == Criterion.ENERGY || deflation == Deflation.DOMINANT || lambdaMin < phiW;
  }
}
