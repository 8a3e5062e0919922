package io.incrt.geometry.growth;

import io.incrt.geometry.evidence.Jury;
import io.incrt.geometry.evidence.Worth;
import java.util.List;
import java.util.Optional;

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
   * @param measured the figures of the layer it grows on; null where none were asked for
   */
  Decision.AddLayer addLayer(long step, DepthMeasurement measured, Reason reason);

  /**
   * Removes a layer. The last layer cannot be removed, unless evidence decides.
   *
   * @throws IllegalStateException if it is the last
   */
  Decision.RemoveLayer removeLayer(long step, int layer, Reason reason);

  /** Removes a part that is no head. */
  Decision.RemovePart removePart(long step, Worth worth, Reason reason);

  /** Who can judge parts at this check. */
  Optional<Jury> jury();
}
