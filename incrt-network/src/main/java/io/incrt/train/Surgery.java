package io.incrt.train;

import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.Plane;
import io.incrt.model.AttentionLayer;
import io.incrt.model.Block;
import io.incrt.model.Head;
import io.incrt.model.Network;
import io.incrt.model.part.FeedForward;
import io.incrt.tensor.ParameterSource;
import io.incrt.train.judge.PartJury;
import java.util.List;

/**
 * Carries out the Homeostat's decisions. Growth leaves the function of the network unchanged, since
 * it starts with zeros: W_O of a new head and of a new layer's seed head, or W_V where evidence
 * decides; W_K of a new dimension.
 */
final class Surgery implements Decision.Visitor<Void> {

  private final Network network;
  private final boolean silent;

  private Surgery(Network network, boolean silent) {
    this.network = network;
    this.silent = silent;
  }

  /** Carries out a decision; heads are born with W_O = 0. */
  static void apply(Decision decision, Network network) {
    apply(decision, network, false);
  }

  /**
   * Carries out a decision.
   *
   * @param silent whether heads are born with W_V = 0 instead of W_O = 0
   */
  static void apply(Decision decision, Network network, boolean silent) {
    decision.accept(new Surgery(network, silent));
  }

  @Override
  public Void giveBirth(Decision.GiveBirth birth) {
    addHead(network.layer(birth.layer()), birth.head(), birth.step(), birth.plane());
    return null;
  }

  private void addHead(AttentionLayer layer, int head, long step, Plane plane) {
    layer.add(
        silent
            ? Head.bornSilent(head, step, plane, network.shape(), layer.name())
            : Head.born(head, step, plane, network.shape(), layer.name(), 0));
  }

  @Override
  public Void prune(Decision.Prune prune) {
    network.remove(network.layer(prune.layer()).head(prune.head()));
    return null;
  }

  @Override
  public Void addDimension(Decision.AddDimension widened) {
    network.layer(widened.layer()).widen(widened.head(), widened.plane());
    return null;
  }

  @Override
  public Void addLayer(Decision.AddLayer added) {
    AttentionLayer layer =
        new AttentionLayer(
            added.layer(), network.shape(), network.compute(), ParameterSource.FRESH);
    addHead(layer, added.head(), added.step(), added.seedPlane());
    network.add(place(added.layer()), layer);
    return null;
  }

  /**
   * Right behind the layers there are. A first layer stands before everything else, since a
   * convolution blends a token with its neighbours, and a head behind one hardly learns to look for
   * single tokens; but some things are learned only from what convolutions see. So if one is
   * removed, the next first layer stands behind the convolutions, and so on in turns.
   */
  private int place(int layer) {
    List<Block> blocks = network.blocks();
    int last = blocks.size();
    while (last > 0 && !(blocks.get(last - 1) instanceof AttentionLayer)) {
      last--;
    }
    if (last > 0 || layer % 2 == 0) {
      return last;
    }
    int behind = 0;
    while (behind < blocks.size() && !(blocks.get(behind) instanceof FeedForward)) {
      behind++;
    }
    return behind;
  }

  @Override
  public Void removePart(Decision.RemovePart removed) {
    network.remove(PartJury.part(network, removed.worth().part()));
    return null;
  }

  @Override
  public Void removeLayer(Decision.RemoveLayer removed) {
    network.remove(network.layer(removed.layer()));
    return null;
  }

  /** Nothing to carry out: the architecture stays as it is. */
  @Override
  public Void settled(Decision.Settled settled) {
    return null;
  }
}
