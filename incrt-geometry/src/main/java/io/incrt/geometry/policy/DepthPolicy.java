package io.incrt.geometry.policy;

/**
 * Level 3: when a layer is added on top, and when an idle one is removed.
 *
 * @param enabled whether level 3 is on
 * @param tau θ_depth = tau · the directed energy of the top layer's operator on its output tokens
 * @param minConeShift ε_cone: how far the cone index must move between input and output
 * @param minChange δ_idle: the least ‖X_out − X_in‖/‖X_in‖ of a layer that is not idle
 * @param idleAfter T_idle, the steps a layer must be idle before it is removed
 * @param dwell steps that must pass since the last growth before depth is considered
 * @param maxLayers the most layers there may be
 */
public record DepthPolicy(
    boolean enabled,
    double tau,
    double minConeShift,
    double minChange,
    long idleAfter,
    long dwell,
    int maxLayers) {

  /** Checks the numbers. */
  public DepthPolicy {
    Ranges.positive(tau, "depth.tau");
    Ranges.between(minConeShift, 0, 2, "depth.minConeShift");
    Ranges.between(minChange, 0, Double.MAX_VALUE, "depth.minChange");
    Ranges.atLeast(idleAfter, 0, "depth.idleAfter");
    Ranges.atLeast(dwell, 0, "depth.dwell");
    Ranges.atLeast(maxLayers, 1, "depth.maxLayers");
  }
}
