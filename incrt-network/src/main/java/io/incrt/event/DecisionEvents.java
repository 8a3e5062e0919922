package io.incrt.event;

import io.incrt.geometry.growth.Decision;

/** Maps each kind of decision to the event that records it. */
final class DecisionEvents implements Decision.Visitor<GrowthEvent> {

  static final DecisionEvents INSTANCE = new DecisionEvents();

  private DecisionEvents() {}

  @Override
  public GrowthEvent giveBirth(Decision.GiveBirth birth) {
    return new GrowthEvent.HeadBorn(
        birth.step(),
        birth.layer(),
        birth.head(),
        birth.captured().size(),
        birth.balance(),
        birth.exactGate(),
        GrowthEvent.Measured.of(birth.before()),
        birth.reason());
  }

  @Override
  public GrowthEvent prune(Decision.Prune prune) {
    return new GrowthEvent.HeadPruned(
        prune.step(),
        prune.layer(),
        prune.head(),
        prune.energy(),
        GrowthEvent.Measured.of(prune.before()),
        prune.reason());
  }

  @Override
  public GrowthEvent addDimension(Decision.AddDimension widened) {
    return new GrowthEvent.DimensionAdded(
        widened.step(),
        widened.layer(),
        widened.head(),
        widened.dimensions(),
        widened.uncapturedShare(),
        widened.reason());
  }

  @Override
  public GrowthEvent addLayer(Decision.AddLayer added) {
    return new GrowthEvent.LayerAdded(
        added.step(), added.layer(), added.head(), added.measured(), added.reason());
  }

  @Override
  public GrowthEvent removeLayer(Decision.RemoveLayer removed) {
    return new GrowthEvent.LayerRemoved(
        removed.step(),
        removed.layer(),
        Double.isNaN(removed.relativeChange()) ? null : removed.relativeChange(),
        removed.reason());
  }

  @Override
  public GrowthEvent removePart(Decision.RemovePart removed) {
    return new GrowthEvent.PartRemoved(
        removed.step(),
        removed.worth().part().kind(),
        removed.worth().part().id(),
        removed.worth().mean(),
        removed.worth().error(),
        removed.reason());
  }

  @Override
  public GrowthEvent settled(Decision.Settled settled) {
    return new GrowthEvent.Settled(
        settled.step(), settled.certificate().lyapunov(), settled.reason());
  }
}
