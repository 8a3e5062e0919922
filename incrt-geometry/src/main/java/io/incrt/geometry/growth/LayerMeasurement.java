package io.incrt.geometry.growth;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a check measured in one layer: the figures every decision is made on.
 *
 * @param step the training step
 * @param layer the layer
 * @param directedEnergy Γ
 * @param residualEnergy Γ_res
 * @param threshold θ_w
 * @param pruneThreshold φ_g
 * @param lambdaMax R(u⁺), the gate's λ_max; 0 where the gate does not follow that end
 * @param lambdaMin R(u⁻), the gate's λ_min; 0 where the gate does not follow that end
 * @param certificatePlus ‖Au⁺ − R u⁺‖
 * @param certificateMinus ‖Au⁻ − R u⁻‖
 * @param headEnergies Γ_h of every head that owns directions
 * @param lyapunov the layer's share of W_t
 * @param orthogonalityError max |QᵀQ − I|
 * @param drift ε(t); 0 where no motors are seen
 */
public record LayerMeasurement(
    long step,
    int layer,
    double directedEnergy,
    double residualEnergy,
    double threshold,
    double pruneThreshold,
    double lambdaMax,
    double lambdaMin,
    double certificatePlus,
    double certificateMinus,
    Map<Integer, Double> headEnergies,
    double lyapunov,
    double orthogonalityError,
    double drift) {

  /** Copies the map, keeping the order of birth. */
  public LayerMeasurement {
    headEnergies = Collections.unmodifiableMap(new LinkedHashMap<>(headEnergies));
  }

  /** The least Γ_h, or infinity where no head owns a direction. */
  public double weakestHead() {
    return headEnergies.values().stream()
        .mapToDouble(Double::doubleValue)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }
}
