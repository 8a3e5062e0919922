package io.incrt.train;

import io.incrt.geometry.homeostat.Decision;
import io.incrt.model.AttentionLayer;
import io.incrt.model.Head;
import io.incrt.model.Network;
import io.incrt.tensor.ParameterSource;

/**
 * Carries out what the Homeostat decided. A birth leaves what the network computes unchanged: the
 * new head's W_O is zero, a new dimension's W_K is, a new layer's seed head's W_O is.
 */
public final class Surgery {

  private Surgery() {}

  public static void apply(Decision decision, Network network) {
    if (decision instanceof Decision.GiveBirth birth) {
      AttentionLayer layer = network.layer(birth.layer());
      layer.add(
          Head.born(birth.head(), birth.step(), birth.plane(), network.shape(), layer.name(), 0));
    } else if (decision instanceof Decision.Prune prune) {
      network.layer(prune.layer()).remove(prune.head());
    } else if (decision instanceof Decision.AddDimension widened) {
      network.layer(widened.layer()).widen(widened.head(), widened.plane());
    } else if (decision instanceof Decision.AddLayer added) {
      AttentionLayer layer =
          new AttentionLayer(
              added.layer(), network.shape(), network.compute(), ParameterSource.FRESH);
      layer.add(
          Head.born(
              added.head(), added.step(), added.seedPlane(), network.shape(), layer.name(), 0));
      network.addOnTop(layer);
    } else if (decision instanceof Decision.RemoveLayer removed) {
      network.remove(removed.layer());
    }
  }
}
