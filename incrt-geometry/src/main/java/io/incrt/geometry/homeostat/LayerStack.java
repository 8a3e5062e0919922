package io.incrt.geometry.homeostat;

import io.incrt.geometry.evidence.Jury;
import io.incrt.geometry.evidence.Worth;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.DepthMeasurement;
import io.incrt.geometry.growth.NetworkView;
import io.incrt.geometry.growth.Reason;
import io.incrt.geometry.growth.RuleState;
import io.incrt.geometry.policy.HomeostatSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The Homeostat's state of the layers, and the numbering of new layers and heads. */
final class LayerStack implements NetworkView {

  private final int d;
  private final HomeostatSettings settings;
  private final List<LayerTrack> layers = new ArrayList<>();
  private int nextHead;
  private int nextLayer;
  private Optional<Jury> jury = Optional.empty();

  /** One layer of dimension d with one seed head; none where evidence decides. */
  LayerStack(int d, HomeostatSettings settings) {
    this.d = d;
    this.settings = settings;
    if (!settings.evidence().enabled()) {
      seed(0);
    }
  }

  LayerStack(HomeostatState state, HomeostatSettings settings) {
    this.d = state.dimension();
    this.settings = settings;
    this.nextHead = state.nextHead();
    this.nextLayer = state.nextLayer();
    state
        .layers()
        .forEach(layer -> layers.add(new LayerTrack(layer, d, settings, this::numberHead)));
  }

  @Override
  public List<LayerTrack> layers() {
    return Collections.unmodifiableList(layers);
  }

  @Override
  public Decision.AddLayer addLayer(long step, DepthMeasurement measured, Reason reason) {
    LayerTrack added = seed(step);
    int head = added.heads().get(0).id();
    return new Decision.AddLayer(step, added.id(), head, added.seedPlane(), measured, reason);
  }

  @Override
  public Decision.RemoveLayer removeLayer(long step, int layer, Reason reason) {
    if (layers.size() == 1 && !settings.evidence().enabled()) {
      throw new IllegalStateException("the last layer, " + layers.get(0).id() + ", must stay");
    }
    LayerTrack removed = track(layer);
    layers.remove(removed);
    double change = removed.relativeChange().orElse(Double.NaN);
    return new Decision.RemoveLayer(step, layer, change, reason);
  }

  @Override
  public Decision.RemovePart removePart(long step, Worth worth, Reason reason) {
    return new Decision.RemovePart(step, worth, reason);
  }

  @Override
  public Optional<Jury> jury() {
    return jury;
  }

  /** Lets someone judge the parts at the check that follows. */
  void judgedBy(Optional<Jury> present) {
    jury = present;
  }

  /** The layer with that number. */
  LayerTrack track(int layer) {
    return layers.stream()
        .filter(track -> track.id() == layer)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no layer " + layer));
  }

  HomeostatState state(long step, long settledAt, Map<String, RuleState> rules) {
    return new HomeostatState(
        d,
        step,
        nextHead,
        nextLayer,
        settledAt,
        rules,
        layers.stream().map(LayerTrack::state).toList());
  }

  private LayerTrack seed(long step) {
    LayerTrack layer = new LayerTrack(nextLayer++, d, step, settings, this::numberHead);
    layers.add(layer);
    return layer;
  }

  private int numberHead() {
    return nextHead++;
  }
}
