package io.incrt.geometry.growth;

import io.incrt.geometry.policy.Criterion;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.geometry.policy.WidthPolicy;
import java.util.List;

/**
 * Level 1, births by energy: a layer gets a head while Γ_res &gt; θ_w, the paper's own definition
 * of "sufficient".
 */
public final class EnergyRule implements GrowthRule {

  private static final String NAME = "energy";

  private final WidthPolicy width;
  private final Birth birth;

  EnergyRule(HomeostatSettings settings) {
    this.width = settings.width().withCriterion(Criterion.ENERGY);
    this.birth = new Birth(settings);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Decision> check(long step, LayerView layer) {
    LayerMeasurement now = layer.measurement();
    return atRest(layer)
        ? List.of()
        : birth.in(layer, step, new Reason(NAME, now.residualEnergy(), now.threshold()));
  }

  @Override
  public boolean atRest(LayerView layer) {
    LayerMeasurement now = layer.measurement();
    return width.sufficient(now.residualEnergy(), now.lambdaMax(), now.threshold());
  }
}
