package io.incrt.geometry.homeostat;

import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.HeadOperator;
import io.incrt.geometry.Spectrum;
import io.incrt.geometry.policy.DimensionPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * Level 2: a head gets the next plane of its own residual while ‖(I−UUᵀ) B_h (I−UUᵀ)‖ &gt; τ_dim
 * ‖B_h‖ and it has room below d_k.
 */
final class DimensionRule {

  private final DimensionPolicy policy;

  DimensionRule(DimensionPolicy policy) {
    this.policy = policy;
  }

  /** Whether some head of the layer, as it is now, wants another plane. */
  boolean pending(LayerTrack layer) {
    return layer.motors().stream()
        .anyMatch(observed -> hasRoom(layer, observed) && asks(operator(layer, observed)));
  }

  /** Gives a plane to every head that wants one and has waited its dwell. */
  List<Decision> widen(LayerTrack layer, long step) {
    List<Decision> decisions = new ArrayList<>();
    for (HeadMotor observed : layer.motors()) {
      if (!hasRoom(layer, observed)) {
        continue;
      }
      HeadTrack head = layer.head(observed.head());
      if (step - head.lastGrowth < policy.dwell()) {
        continue;
      }
      HeadOperator operator = operator(layer, observed);
      if (asks(operator)) {
        double share = operator.uncapturedShare();
        Spectrum spectrum = Spectrum.of(operator.residual());
        Plane plane =
            new Plane(new DoubleArray(spectrum.maxVector()), new DoubleArray(spectrum.minVector()));
        head.give(plane);
        head.lastGrowth = step;
        decisions.add(
            new Decision.AddDimension(
                step, layer.id, head.id, plane, head.directions.size(), share));
      }
    }
    return decisions;
  }

  /** Known without the head's operator, which costs d²r. */
  private boolean hasRoom(LayerTrack layer, HeadMotor observed) {
    if (!policy.enabled() || !layer.hasHead(observed.head())) {
      return false;
    }
    int most = Math.min(policy.maxDimensions(), observed.motor().dimension());
    return layer.head(observed.head()).directions.size() + 2 <= most;
  }

  private boolean asks(HeadOperator operator) {
    return operator.uncapturedShare() > policy.tau();
  }

  private static HeadOperator operator(LayerTrack layer, HeadMotor observed) {
    return new HeadOperator(
        layer.averageGram(), observed.motor(), layer.head(observed.head()).directions);
  }
}
