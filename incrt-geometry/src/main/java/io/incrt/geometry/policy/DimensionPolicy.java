package io.incrt.geometry.policy;

/**
 * Level 2: when a head gets more key dimensions.
 *
 * @param enabled whether level 2 is on
 * @param tau τ_dim: a head gets another plane while the share of B_h outside U_h exceeds it
 * @param maxDimensions d_k, the most key dimensions a head may have
 * @param dwell steps that must pass since the head was born or last got a plane
 */
public record DimensionPolicy(boolean enabled, double tau, int maxDimensions, long dwell) {

  /** Checks the numbers. */
  public DimensionPolicy {
    Ranges.between(tau, 0, 1, "dimensions.tau");
    Ranges.atLeast(maxDimensions, 2, "dimensions.maxDimensions");
    Ranges.atLeast(dwell, 0, "dimensions.dwell");
  }
}
