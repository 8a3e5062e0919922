package io.incrt.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.incrt.geometry.growth.LayerMeasurement;
import java.util.List;

/**
 * A snapshot of a run, of which some hundred are taken: a line of history.jsonl.
 *
 * @param step steps made
 * @param loss the mean loss since the last moment
 * @param flops multiplications and additions in the network's blocks so far, judging included; 0 in
 *     records of runs that did not count them
 * @param layers the state of each layer
 */
public record Moment(long step, double loss, Double flops, List<LayerMoment> layers) {

  /** Copies the list. */
  public Moment {
    flops = flops == null ? 0 : flops;
    layers = List.copyOf(layers);
  }

  /** The number of heads of all layers. */
  public int heads() {
    return layers.stream().mapToInt(LayerMoment::heads).sum();
  }

  /** The number of key dimensions of all heads. */
  public int dimensions() {
    return layers.stream().mapToInt(LayerMoment::dimensions).sum();
  }

  /**
   * One layer at a moment; what a check measures is null where the network does not grow.
   *
   * @param layer its number
   * @param heads how many it has
   * @param dimensions their key dimensions in total
   * @param directedEnergy Γ
   * @param residualEnergy Γ_res
   * @param threshold θ_w
   * @param lambdaMax the gate's λ_max
   * @param lambdaMin the gate's λ_min
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record LayerMoment(
      int layer,
      int heads,
      int dimensions,
      Double directedEnergy,
      Double residualEnergy,
      Double threshold,
      Double lambdaMax,
      Double lambdaMin) {

    /** A layer that was not measured. */
    public LayerMoment(int layer, int heads, int dimensions) {
      this(layer, heads, dimensions, null, null, null, null, null);
    }

    /** The same with what a check measured. */
    public LayerMoment with(LayerMeasurement check) {
      return new LayerMoment(
          layer,
          heads,
          dimensions,
          check.directedEnergy(),
          check.residualEnergy(),
          check.threshold(),
          check.lambdaMax(),
          check.lambdaMin());
    }
  }
}
