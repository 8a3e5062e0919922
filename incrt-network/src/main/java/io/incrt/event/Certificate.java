package io.incrt.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.incrt.geometry.growth.LayerMeasurement;
import io.incrt.geometry.growth.SettledCertificate;
import io.incrt.geometry.prediction.HeadCountPrediction;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Why the architecture stopped changing, or that it had not: certificate.json.
 *
 * @param settled whether it was settled
 * @param step the step of the last check
 * @param layers what that check measured in every layer; empty where nothing grows
 */
public record Certificate(boolean settled, long step, List<Layer> layers) {

  /** Before anything was measured, and for networks of fixed size. */
  public static final Certificate NONE = new Certificate(false, 0, List.of());

  /** Copies the list. */
  public Certificate {
    layers = layers == null ? List.of() : List.copyOf(layers);
  }

  /** Of an architecture that the Homeostat describes in full. */
  public static Certificate of(SettledCertificate described) {
    return new Certificate(
        described.settled(), described.step(), described.layers().stream().map(Layer::of).toList());
  }

  /** Of a check that did not settle the architecture. */
  public static Certificate unsettled(long step, List<LayerMeasurement> check) {
    return new Certificate(false, step, check.stream().map(Layer::of).toList());
  }

  /** The entry of a layer. */
  public Optional<Layer> layer(int id) {
    return layers.stream().filter(entry -> entry.layer() == id).findFirst();
  }

  /**
   * One layer.
   *
   * @param layer its number
   * @param residualEnergy Γ_res
   * @param threshold θ_w
   * @param orthogonalityError max |QᵀQ − I|
   * @param headEnergies Γ_h of every head that owns directions
   * @param pruneThreshold φ_g
   * @param heads predicted and observed; null where the architecture was not described in full
   */
  public record Layer(
      int layer,
      double residualEnergy,
      double threshold,
      double orthogonalityError,
      Map<Integer, Double> headEnergies,
      double pruneThreshold,
      @JsonInclude(JsonInclude.Include.NON_NULL) Heads heads) {

    private static Layer of(LayerMeasurement check) {
      return new Layer(
          check.layer(),
          check.residualEnergy(),
          check.threshold(),
          check.orthogonalityError(),
          check.headEnergies(),
          check.pruneThreshold(),
          null);
    }

    private static Layer of(SettledCertificate.Layer layer) {
      return new Layer(
          layer.layer(),
          layer.residualEnergy(),
          layer.threshold(),
          layer.orthogonalityError(),
          layer.headEnergies(),
          layer.pruneThreshold(),
          new Heads(
              layer.activeHeads(),
              layer.bornHeads(),
              layer.initial().paper(),
              layer.current().bound(),
              count(layer.current()),
              count(layer.initial())));
    }

    private static Integer count(HeadCountPrediction prediction) {
      return prediction.spectral().isPresent() ? prediction.spectral().getAsInt() : null;
    }

    /** The least Γ_h, or infinity where no head owns a direction. */
    public double weakestHead() {
      return headEnergies.values().stream()
          .mapToDouble(Double::doubleValue)
          .min()
          .orElse(Double.POSITIVE_INFINITY);
    }
  }

  /**
   * Heads, predicted and observed; the predictions count born heads, not the seed head.
   *
   * @param observed all heads
   * @param born those that were born by a decision
   * @param predictedByPaper the paper's formula on the first operator
   * @param bound the proven bound on the last one
   * @param spectral the exact count on the last one; null where it cannot be counted
   * @param spectralAtStart the same on the first one
   */
  public record Heads(
      int observed,
      int born,
      double predictedByPaper,
      double bound,
      Integer spectral,
      Integer spectralAtStart) {}
}
