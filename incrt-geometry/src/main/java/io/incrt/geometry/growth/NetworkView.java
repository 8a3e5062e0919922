package io.incrt.geometry.growth;

import java.util.List;

/**
 * The whole network as a {@link GrowthRule} sees it, and the changes a rule may make to it after
 * the layers have been checked.
 */
public interface NetworkView {

  /** The layers from bottom to top; one added at this check has no measurement yet. */
  List<? extends LayerView> layers();

  /**
   * Adds a layer with one seed head on top.
   *
   * @param measured the figures of the layer it grows on
   */
  Decision.AddLayer addLayer(long step, DepthMeasurement measured, Reason reason);

  /**
   * Removes a layer. The last layer cannot be removed.
   *
   * @throws IllegalStateException if it is the last
   */
  Decision.RemoveLayer removeLayer(long step, int layer, Reason reason);
}
