package io.incrt.geometry.growth;

import io.incrt.geometry.prediction.HeadCountPrediction;
import java.util.List;
import java.util.Map;

/**
 * Why the architecture stopped changing: every layer is sufficient, every head that owns directions
 * carries at least φ_g, and nothing is pending at levels 2 and 3.
 *
 * @param settled whether the architecture is settled; if not, the figures tell how far it is from
 *     that
 * @param step the step of the check
 * @param lyapunov W_t over all layers
 * @param layers the figures, layer by layer
 */
public record SettledCertificate(boolean settled, long step, double lyapunov, List<Layer> layers) {

  /** Copies the list. */
  public SettledCertificate {
    layers = List.copyOf(layers);
  }

  /**
   * One layer's figures.
   *
   * @param layer its number
   * @param residualEnergy Γ_res
   * @param threshold θ_w
   * @param orthogonalityError max |QᵀQ − I|
   * @param headEnergies Γ_h of every head that owns directions
   * @param pruneThreshold φ_g
   * @param activeHeads all heads, the seed head among them
   * @param bornHeads the active heads that were born by a decision
   * @param initial the prediction for the first operator
   * @param current the prediction for the last operator
   */
  public record Layer(
      int layer,
      double residualEnergy,
      double threshold,
      double orthogonalityError,
      Map<Integer, Double> headEnergies,
      double pruneThreshold,
      int activeHeads,
      int bornHeads,
      HeadCountPrediction initial,
      HeadCountPrediction current) {}
}
