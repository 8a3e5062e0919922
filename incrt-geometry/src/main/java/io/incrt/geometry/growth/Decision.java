package io.incrt.geometry.growth;

import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.evidence.Worth;
import java.util.List;

/** A change of the network that the Homeostat decided on, to be made before the next batch. */
public sealed interface Decision {

  /** The training step it was made at. */
  long step();

  /** Why. */
  Reason reason();

  /** Calls the method of this kind of decision. */
  <R> R accept(Visitor<R> visitor);

  /**
   * A method for every kind of decision, so that an unhandled kind does not compile.
   *
   * @param <R> the result of handling a decision
   */
  interface Visitor<R> {

    /** A head is born. */
    R giveBirth(GiveBirth birth);

    /** A head is pruned. */
    R prune(Prune prune);

    /** A head gets more key dimensions. */
    R addDimension(AddDimension widened);

    /** A layer is added. */
    R addLayer(AddLayer added);

    /** A layer is removed. */
    R removeLayer(RemoveLayer removed);

    /** A part that is no head is removed. */
    R removePart(RemovePart removed);

    /** The architecture is settled. */
    R settled(Settled settled);
  }

  /**
   * Add a head on the plane (u⁺, u⁻).
   *
   * @param head the new head's number
   * @param plane what its motor acts on
   * @param captured the directions that entered Q: one or both of the plane's
   * @param balance γ* of the operator it was born on
   * @param exactGate whether patience ran out and an eigensolve found the plane
   * @param before what the check measured
   * @param reason Γ_res, or the end of the spectrum that is tested, above θ_w
   */
  record GiveBirth(
      long step,
      int layer,
      int head,
      Plane plane,
      List<DoubleArray> captured,
      double balance,
      boolean exactGate,
      LayerMeasurement before,
      Reason reason)
      implements Decision {
    /** Copies the list. */
    public GiveBirth {
      captured = List.copyOf(captured);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.giveBirth(this);
    }
  }

  /**
   * Remove a head: its Γ_h was below φ_g for T_prune steps.
   *
   * @param energy its Γ_h
   * @param before what the check measured
   * @param reason Γ_h below φ_g
   */
  record Prune(
      long step, int layer, int head, double energy, LayerMeasurement before, Reason reason)
      implements Decision {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.prune(this);
    }
  }

  /**
   * Give a head two more key dimensions.
   *
   * @param plane the next plane of the head's residual
   * @param dimensions its key dimensions after this
   * @param uncapturedShare the share of B_h outside the head's directions that asked for it
   * @param reason that share above τ_dim
   */
  record AddDimension(
      long step,
      int layer,
      int head,
      Plane plane,
      int dimensions,
      double uncapturedShare,
      Reason reason)
      implements Decision {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.addDimension(this);
    }
  }

  /**
   * Add a layer on top, with one seed head.
   *
   * @param layer the new layer's number
   * @param head its seed head's number
   * @param seedPlane what the seed head's motor acts on
   * @param measured the figures of the layer it grows on; null where evidence tries one
   * @param reason the unexplained share of the loss, at least the minimum for a layer
   */
  record AddLayer(
      long step, int layer, int head, Plane seedPlane, DepthMeasurement measured, Reason reason)
      implements Decision {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.addLayer(this);
    }
  }

  /**
   * Remove a layer that was idle for T_idle steps.
   *
   * @param relativeChange the relative change it made to its tokens
   * @param reason that change below δ_idle
   */
  record RemoveLayer(long step, int layer, double relativeChange, Reason reason)
      implements Decision {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.removeLayer(this);
    }
  }

  /**
   * Remove a part that is no head.
   *
   * @param worth what the judges lose without it
   * @param reason its worth below what it must be
   */
  record RemovePart(long step, Worth worth, Reason reason) implements Decision {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.removePart(this);
    }
  }

  /**
   * Nothing is left to grow or prune.
   *
   * @param certificate why, in full
   * @param reason the layer nearest to growing: what its criterion tests as a share of θ_w, not
   *     above 1
   */
  record Settled(long step, SettledCertificate certificate, Reason reason) implements Decision {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.settled(this);
    }
  }
}
