package io.incrt.geometry.policy;

import io.incrt.base.Ranges;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Level 3: when a layer is added on top, and when an idle one is removed.
 *
 * @param enabled whether level 3 is on
 * @param tau θ_depth = tau · the directed energy of the top layer's operator on its output tokens;
 *     0 asks for nothing
 * @param minConeShift ε_cone: how far the cone index, a cosine, must move between input and output;
 *     0 asks for nothing
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
@RecordBuilder
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
    int maxLayers)
    implements DepthPolicyBuilder.With {

  /** Checks the numbers. */
  public DepthPolicy {
    Ranges.notNegative("homeostat.depth.tau", tau);
    Ranges.between("homeostat.depth.minConeShift", minConeShift, 0, 2);
    Ranges.notNegative("homeostat.depth.minChange", minChange);
    Ranges.between("homeostat.depth.minUnexplained", minUnexplained, 0, 1);
    Ranges.between("homeostat.depth.minGain", minGain, 0, 1);
    Ranges.between("homeostat.depth.minProgress", minProgress, 0, 1);
    Ranges.atLeast("homeostat.depth.idleAfter", idleAfter, 0);
    Ranges.atLeast("homeostat.depth.dwell", dwell, 0);
    Ranges.atLeast("homeostat.depth.maxLayers", maxLayers, 1);
  }
}
