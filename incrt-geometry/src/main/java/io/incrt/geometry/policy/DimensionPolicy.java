package io.incrt.geometry.policy;

import io.incrt.base.Ranges;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Level 2: when a head gets more key dimensions.
 *
 * @param enabled whether level 2 is on
 * @param tau τ_dim: a head gets another plane while the share of B_h outside U_h exceeds it
 * @param maxDimensions d_k, the most key dimensions a head may have
 * @param dwell steps that must pass since the head was born or last got a plane
 */
@RecordBuilder
public record DimensionPolicy(boolean enabled, double tau, int maxDimensions, long dwell)
    implements DimensionPolicyBuilder.With {

  /** Checks the numbers. */
  public DimensionPolicy {
    Ranges.between("homeostat.dimensions.tau", tau, 0, 1);
    Ranges.atLeast("homeostat.dimensions.maxDimensions", maxDimensions, 2);
    Ranges.atLeast("homeostat.dimensions.dwell", dwell, 0);
  }
}
