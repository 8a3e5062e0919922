package io.incrt.geometry.growth;

import io.incrt.geometry.Spectrum;
import io.incrt.geometry.policy.Criterion;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.geometry.policy.WidthPolicy;
import java.util.List;

/**
 * Level 1, births by the printed test: a layer gets a head while λ_max &gt; θ_w and λ_min &lt; φ_w.
 */
public final class SpectralRule implements GrowthRule {

  private static final String NAME = "spectral";

  private final WidthPolicy width;
  private final Birth birth;

  SpectralRule(HomeostatSettings settings) {
    this.width = settings.width().withCriterion(Criterion.SPECTRAL);
    this.birth = new Birth(settings);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Decision> check(long step, LayerView layer) {
    LayerMeasurement now = layer.measurement();
    if (atRest(layer) || !width.mayGrow(now.lambdaMin(), now.pruneThreshold())) {
      return List.of();
    }
    double end = width.testedEnd(now.lambdaMax(), now.lambdaMin());
    return birth.in(layer, step, new Reason(NAME, end, now.threshold()));
  }

  @Override
  public boolean atRest(LayerView layer) {
    LayerMeasurement now = layer.measurement();
    return sufficient(now, now.lambdaMax(), now.lambdaMin());
  }

  /**
   * An unconverged u⁺ understates λ_max, so the printed stop is taken only if an eigensolve agrees.
   */
  @Override
  public boolean atRest(NetworkView network) {
    return network.layers().stream().allMatch(this::isSureToRest);
  }

  private boolean isSureToRest(LayerView layer) {
    Spectrum exact = layer.spectrum();
    return sufficient(layer.measurement(), exact.max(), exact.min());
  }

  private boolean sufficient(LayerMeasurement now, double lambdaMax, double lambdaMin) {
    return width.sufficient(
        now.residualEnergy(), width.testedEnd(lambdaMax, lambdaMin), now.threshold());
  }
}
