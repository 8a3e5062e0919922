package io.incrt.geometry.policy;

/**
 * Level 3: when a layer is added on top, and when an idle one is removed.
 *
 * @param enabled whether level 3 is on
 * @param tau θ_depth = tau · the directed energy of the top layer's operator on its output tokens;
 *     0 asks for nothing
 * @param minConeShift ε_cone: how far the cone index must move between input and output; 0 asks for
 *     nothing
 * @param minChange δ_idle: the least ‖X_out − X_in‖/‖X_in‖ of a layer that is not idle
 * @param minUnexplained the least share of the loss that must be left to explain
 * @param minGain the share of the loss that was left when the top layer came that it must have
 *     explained
 * @param minProgress the share by which the unexplained loss must fall within {@code dwell} steps
 *     for the network to be left alone
 * @param idleAfter T_idle, the steps a layer must be idle before it is removed
 * @param dwell steps without progress, and since the last growth, before depth is considered
 * @param maxLayers the most layers there may be
 */
public record DepthPolicy(
    boolean enabled,
    double tau,
    double minConeShift,
    double minChange,
    double minUnexplained,
    double minGain,
    double minProgress,
    long idleAfter,
    long dwell,
    int maxLayers) {

  /** Checks the numbers. */
  public DepthPolicy {
    Ranges.between(tau, 0, Double.MAX_VALUE, "depth.tau");
    Ranges.between(minConeShift, 0, 2, "depth.minConeShift");
    Ranges.between(minChange, 0, Double.MAX_VALUE, "depth.minChange");
    Ranges.between(minUnexplained, 0, 1, "depth.minUnexplained");
    Ranges.between(minGain, 0, 1, "depth.minGain");
    Ranges.between(minProgress, 0, 1, "depth.minProgress");
    Ranges.atLeast(idleAfter, 0, "depth.idleAfter");
    Ranges.atLeast(dwell, 0, "depth.dwell");
    Ranges.atLeast(maxLayers, 1, "depth.maxLayers");
  }
}
