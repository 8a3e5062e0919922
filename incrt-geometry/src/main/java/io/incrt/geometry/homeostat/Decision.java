package io.incrt.geometry.homeostat;

import io.incrt.geometry.DoubleArray;
import java.util.List;

/** What the Homeostat wants done to the network before the next batch. */
public sealed interface Decision {

  /** The training step it was made at. */
  long step();

  /**
   * Add a head on the plane (u⁺, u⁻).
   *
   * @param head the new head's number
   * @param plane what its motor acts on
   * @param captured the directions that entered Q: one or both of the plane's
   * @param balance γ* of the operator it was born on
   * @param exactGate whether patience ran out and an eigensolve found the plane
   * @param before what the check found
   */
  record GiveBirth(
      long step,
      int layer,
      int head,
      Plane plane,
      List<DoubleArray> captured,
      double balance,
      boolean exactGate,
      LayerMeasurement before)
      implements Decision {
    /** Copies the list. */
    public GiveBirth {
      captured = List.copyOf(captured);
    }
  }

  /**
   * Remove a head: for T_prune steps it gave back less than φ_g.
   *
   * @param energy its Γ_h
   * @param before what the check found
   */
  record Prune(long step, int layer, int head, double energy, LayerMeasurement before)
      implements Decision {}

  /**
   * Give a head two more key dimensions.
   *
   * @param plane the next plane of the head's residual
   * @param dimensions its key dimensions after this
   * @param uncapturedShare the share of B_h outside the head's directions that asked for it
   */
  record AddDimension(
      long step, int layer, int head, Plane plane, int dimensions, double uncapturedShare)
      implements Decision {}

  /**
   * Add a layer on top, with one seed head.
   *
   * @param layer the new layer's number
   * @param head its seed head's number
   * @param seedPlane what the seed head's motor acts on
   * @param reason the figures of the layer it grows on
   */
  record AddLayer(long step, int layer, int head, Plane seedPlane, DepthMeasurement reason)
      implements Decision {}

  /**
   * Remove a layer that was idle for T_idle steps.
   *
   * @param relativeChange how little it changed its tokens
   */
  record RemoveLayer(long step, int layer, double relativeChange) implements Decision {}

  /**
   * Nothing is left to grow or prune.
   *
   * @param certificate why
   */
  record Settled(long step, SettledCertificate certificate) implements Decision {}
}
