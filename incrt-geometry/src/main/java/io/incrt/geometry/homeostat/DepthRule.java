package io.incrt.geometry.homeostat;

import io.incrt.geometry.policy.DepthPolicy;
import java.util.List;
import java.util.Optional;

/**
 * Level 3: a layer goes on top if (a) the top layer's operator on its output tokens still has
 * residual above θ_depth, (b) the layer is productive, its cone index moved by ε_cone, and (c) it
 * is not idle. A layer idle for T_idle steps goes; depth then stays closed until a head is born, or
 * the same layer would come and go for ever.
 */
final class DepthRule {

  private final DepthPolicy policy;
  private boolean closed;

  DepthRule(DepthPolicy policy, boolean closed) {
    this.policy = policy;
    this.closed = closed;
  }

  boolean isClosed() {
    return closed;
  }

  void reopen() {
    closed = false;
  }

  /** The top layer's figures, if all three conditions for a layer on top of it hold. */
  Optional<DepthMeasurement> reasonToGrow(List<LayerTrack> layers) {
    if (!policy.enabled() || closed || layers.size() >= policy.maxLayers()) {
      return Optional.empty();
    }
    return layers
        .get(layers.size() - 1)
        .depth()
        .filter(found -> found.outputResidual() > found.threshold())
        .filter(found -> found.coneShift() >= policy.minConeShift())
        .filter(found -> found.relativeChange() >= policy.minChange());
  }

  /** Whether enough steps have passed since any head was born or widened. */
  boolean hasWaited(List<LayerTrack> layers, long step) {
    long lastGrowth =
        layers.stream()
            .flatMap(layer -> layer.heads.stream())
            .mapToLong(head -> head.lastGrowth)
            .max()
            .orElse(0);
    return step - lastGrowth >= policy.dwell();
  }

  /** Takes out the first layer that has been idle for long enough; one layer always stays. */
  Optional<Decision> removeIdle(List<LayerTrack> layers, long step) {
    if (!policy.enabled()) {
      return Optional.empty();
    }
    for (LayerTrack layer : layers) {
      Optional<Double> change = layer.relativeChange();
      if (change.isEmpty() || change.get() >= policy.minChange()) {
        layer.idleSince = -1;
        continue;
      }
      layer.idleSince = layer.idleSince < 0 ? step : layer.idleSince;
      if (layers.size() > 1 && step - layer.idleSince >= policy.idleAfter()) {
        layers.remove(layer);
        closed = true;
        return Optional.of(new Decision.RemoveLayer(step, layer.id, change.get()));
      }
    }
    return Optional.empty();
  }
}
