package io.incrt.geometry.growth;

import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.HeadOperator;
import io.incrt.geometry.Spectrum;
import io.incrt.geometry.policy.DimensionPolicy;
import io.incrt.geometry.policy.HomeostatSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Level 2: a head gets the next plane of its own residual while ‖(I−UUᵀ) B_h (I−UUᵀ)‖ &gt; τ_dim
 * ‖B_h‖ and it has room below d_k.
 */
public final class DimensionRule implements GrowthRule {

  private static final String NAME = "dimensions";

  private final DimensionPolicy policy;

  DimensionRule(HomeostatSettings settings) {
    this.policy = settings.dimensions();
  }

  @Override
  public String name() {
    return NAME;
  }

  /** Gives a plane to every head that needs one and has waited for the dwell time. */
  @Override
  public List<Decision> check(long step, LayerView layer) {
    List<Decision> decisions = new ArrayList<>();
    for (HeadView head : layer.heads()) {
      if (step - head.lastGrowth() >= policy.dwell()) {
        asking(layer, head)
            .map(operator -> widen(layer, head, operator, step))
            .ifPresent(decisions::add);
      }
    }
    return decisions;
  }

  private Decision widen(LayerView layer, HeadView head, HeadOperator operator, long step) {
    double share = operator.uncapturedShare();
    Spectrum spectrum = Spectrum.of(operator.residual());
    Plane plane =
        new Plane(new DoubleArray(spectrum.maxVector()), new DoubleArray(spectrum.minVector()));
    return layer.widen(step, head.id(), plane, share, new Reason(NAME, share, policy.tau()));
  }

  /** Whether no head of the layer needs another plane. */
  @Override
  public boolean atRest(LayerView layer) {
    return layer.heads().stream().noneMatch(head -> asking(layer, head).isPresent());
  }

  /**
   * The operator of a head, if it asks for a plane; room is checked first, since the operator costs
   * d²r.
   */
  private Optional<HeadOperator> asking(LayerView layer, HeadView head) {
    int most = Math.min(policy.maxDimensions(), layer.dimension());
    return head.dimensions() + 2 <= most
        ? layer.operatorOf(head.id()).filter(operator -> operator.uncapturedShare() > policy.tau())
        : Optional.empty();
  }
}
