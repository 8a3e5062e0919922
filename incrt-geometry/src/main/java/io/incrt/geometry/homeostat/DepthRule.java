package io.incrt.geometry.homeostat;

import io.incrt.geometry.policy.DepthPolicy;
import java.util.List;
import java.util.Optional;

/**
 * Level 3: a layer goes on top if (a) there is something left for it: a good part of the training
 * labels is unexplained, and what there is makes no more headway; (b) the top layer is productive:
 * it explained a share of what was left when it came; and (c) it is not idle.
 *
 * <p>The conditions first thought of, a residual of the top layer's operator on its output tokens
 * and a moved cone index, hold on tasks that one layer solves and fail on one that needs two
 * (docs/paper-and-us.md); they are measured and reported, and can be asked for in addition.
 *
 * <p>A layer idle for T_idle steps goes; depth then stays closed until a head is born, or the same
 * layer would come and go for ever.
 */
final class DepthRule {

  /** A loss that rises by this factor means that the task has changed: progress starts anew. */
  private static final double CHANGED = 1.5;

  private final DepthPolicy policy;
  private final double decay;
  private boolean closed;
  private double unexplained;
  private double best;
  private long progressAt;
  private double atLastLayer;

  DepthRule(DepthPolicy policy, double decay, HomeostatState.Depth state) {
    this.policy = policy;
    this.decay = decay;
    this.closed = state.closed();
    this.unexplained = state.unexplained();
    this.best = state.best();
    this.progressAt = state.progressAt();
    this.atLastLayer = state.atLastLayer();
  }

  HomeostatState.Depth state() {
    return new HomeostatState.Depth(closed, unexplained, best, progressAt, atLastLayer);
  }

  void reopen() {
    closed = false;
  }

  /** Whether the top layer has explained a share of what was left when it came. */
  private boolean productive() {
    return unexplained <= (1 - policy.minGain()) * atLastLayer;
  }

  /** Takes in how much of the loss a batch left unexplained. */
  void see(double share, long step) {
    unexplained = unexplained < 0 ? share : decay * unexplained + (1 - decay) * share;
    boolean progress = best < 0 || unexplained < (1 - policy.minProgress()) * best;
    if (progress || !productive() || unexplained > CHANGED * best) {
      best = unexplained;
      progressAt = step;
    }
  }

  /** The figures, if all conditions for a layer on top hold but for the waiting. */
  Optional<DepthMeasurement> reasonToGrow(List<LayerTrack> layers) {
    if (!policy.enabled() || closed || layers.size() >= policy.maxLayers()) {
      return Optional.empty();
    }
    return layers
        .get(layers.size() - 1)
        .depth(unexplained)
        .filter(found -> found.outputResidual() > found.threshold())
        .filter(found -> found.coneShift() >= policy.minConeShift())
        .filter(found -> found.relativeChange() >= policy.minChange())
        .filter(found -> found.unexplained() >= policy.minUnexplained() && productive());
  }

  /** Whether enough steps have passed since any growth, and since the last progress. */
  boolean hasWaited(List<LayerTrack> layers, long step) {
    long lastGrowth =
        layers.stream()
            .flatMap(layer -> layer.heads.stream())
            .mapToLong(head -> head.lastGrowth)
            .max()
            .orElse(0);
    return step - lastGrowth >= policy.dwell() && step - progressAt >= policy.dwell();
  }

  /** Notes that a layer was added. */
  void added(long step) {
    atLastLayer = unexplained;
    best = unexplained;
    progressAt = step;
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
