package io.incrt.event;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.DepthMeasurement;
import io.incrt.geometry.growth.LayerMeasurement;
import io.incrt.geometry.growth.Reason;

/**
 * A change of the architecture with the figures it was decided on: a line of growth.jsonl. Code
 * that handles events implements {@link Visitor}, so that a new kind of event does not compile
 * until every handler covers it.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = GrowthEvent.HeadBorn.class, name = "HeadBorn"),
  @JsonSubTypes.Type(value = GrowthEvent.HeadPruned.class, name = "HeadPruned"),
  @JsonSubTypes.Type(value = GrowthEvent.DimensionAdded.class, name = "DimensionAdded"),
  @JsonSubTypes.Type(value = GrowthEvent.LayerAdded.class, name = "LayerAdded"),
  @JsonSubTypes.Type(value = GrowthEvent.LayerRemoved.class, name = "LayerRemoved"),
  @JsonSubTypes.Type(value = GrowthEvent.PartRemoved.class, name = "PartRemoved"),
  @JsonSubTypes.Type(value = GrowthEvent.Settled.class, name = "Settled"),
  @JsonSubTypes.Type(value = GrowthEvent.TaskChanged.class, name = "TaskChanged")
})
public sealed interface GrowthEvent {

  /** The training step it happened at. */
  long step();

  /** Calls the method of this kind of event. */
  <R> R accept(Visitor<R> visitor);

  /** Handles every kind of event. */
  interface Visitor<R> {
    /** A head was born. */
    R headBorn(HeadBorn event);

    /** A head was pruned. */
    R headPruned(HeadPruned event);

    /** A head got more key dimensions. */
    R dimensionAdded(DimensionAdded event);

    /** A layer was added on top. */
    R layerAdded(LayerAdded event);

    /** A layer was removed. */
    R layerRemoved(LayerRemoved event);

    /** A part that is no head was removed. */
    R partRemoved(PartRemoved event);

    /** The architecture is settled. */
    R settled(Settled event);

    /** The task changed. */
    R taskChanged(TaskChanged event);
  }

  /**
   * What a check measured in the layer of an event.
   *
   * @param lambdaMax R(u⁺), the gate's λ_max
   * @param lambdaMin R(u⁻), the gate's λ_min
   * @param residualEnergy Γ_res
   * @param directedEnergy Γ
   * @param threshold θ_w
   * @param pruneThreshold φ_g
   * @param certificate the larger of the probes' ‖Au − R u‖
   * @param drift ε(t)
   * @param lyapunov the layer's share of W_t
   */
  record Measured(
      double lambdaMax,
      double lambdaMin,
      double residualEnergy,
      double directedEnergy,
      double threshold,
      double pruneThreshold,
      double certificate,
      double drift,
      double lyapunov) {

    static Measured of(LayerMeasurement layer) {
      return new Measured(
          layer.lambdaMax(),
          layer.lambdaMin(),
          layer.residualEnergy(),
          layer.directedEnergy(),
          layer.threshold(),
          layer.pruneThreshold(),
          Math.max(layer.certificatePlus(), layer.certificateMinus()),
          layer.drift(),
          layer.lyapunov());
    }
  }

  /**
   * A head was born.
   *
   * @param directionsCaptured how many directions entered Q
   * @param balance γ* of the operator it was born on
   * @param exactGate whether an eigensolve found its plane
   * @param reason why; null in files of older versions
   */
  record HeadBorn(
      long step,
      int layer,
      int head,
      int directionsCaptured,
      double balance,
      boolean exactGate,
      @JsonUnwrapped Measured measured,
      @JsonProperty("because") Reason reason)
      implements GrowthEvent {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.headBorn(this);
    }
  }

  /**
   * A head was pruned.
   *
   * @param energy its Γ_h
   */
  record HeadPruned(
      long step,
      int layer,
      int head,
      double energy,
      @JsonUnwrapped Measured measured,
      @JsonProperty("because") Reason reason)
      implements GrowthEvent {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.headPruned(this);
    }
  }

  /**
   * A head got two more key dimensions.
   *
   * @param dimensions the number it has now
   * @param uncapturedShare the share of its operator outside the directions it had
   */
  record DimensionAdded(
      long step,
      int layer,
      int head,
      int dimensions,
      double uncapturedShare,
      @JsonProperty("because") Reason reason)
      implements GrowthEvent {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.dimensionAdded(this);
    }
  }

  /**
   * A layer was added on top.
   *
   * @param head its seed head
   * @param measured the figures of the layer below, which older versions called the reason; null
   *     where evidence tried it
   */
  record LayerAdded(
      long step,
      int layer,
      int head,
      @JsonAlias("reason") DepthMeasurement measured,
      @JsonProperty("because") Reason reason)
      implements GrowthEvent {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.layerAdded(this);
    }
  }

  /**
   * An idle layer was removed.
   *
   * @param relativeChange the relative change it made to its tokens; null where it was not measured
   */
  record LayerRemoved(
      long step,
      int layer,
      @JsonInclude(JsonInclude.Include.NON_NULL) Double relativeChange,
      @JsonProperty("because") Reason reason)
      implements GrowthEvent {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.layerRemoved(this);
    }
  }

  /**
   * A part that is no head was removed.
   *
   * @param kind what it was
   * @param id its number among those of its kind
   * @param worth how much the judges' loss rose without it, in nats
   * @param error the standard error of that
   */
  record PartRemoved(
      long step,
      String kind,
      int id,
      double worth,
      double error,
      @JsonProperty("because") Reason reason)
      implements GrowthEvent {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.partRemoved(this);
    }
  }

  /**
   * Nothing was left to grow or prune.
   *
   * @param lyapunov W_t
   */
  record Settled(long step, double lyapunov, @JsonProperty("because") Reason reason)
      implements GrowthEvent {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.settled(this);
    }
  }

  /** The task changed. */
  record TaskChanged(long step) implements GrowthEvent {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.taskChanged(this);
    }
  }

  /** The event that records a decision of the Homeostat. */
  static GrowthEvent of(Decision decision) {
    return decision.accept(DecisionEvents.INSTANCE);
  }
}
