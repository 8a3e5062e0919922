package io.incrt.geometry.growth;

import io.incrt.geometry.HeadOperator;
import io.incrt.geometry.Spectrum;
import io.incrt.geometry.gate.GateReading;
import io.incrt.geometry.gate.Probe;
import java.util.List;
import java.util.Optional;

/** One layer as a {@link GrowthRule} sees it, and the changes a rule may make to it at a check. */
public interface LayerView {

  /** The layer's number. */
  int id();

  /** d. */
  int dimension();

  /** The step of its last birth, or of its own. */
  long lastGrowth();

  /** Its heads in the order of birth. */
  List<? extends HeadView> heads();

  /**
   * What the check measured; updated when a head is pruned.
   *
   * @throws IllegalStateException if the current batch was not checked
   */
  LayerMeasurement measurement();

  /**
   * The gate's reading at the check.
   *
   * @throws IllegalStateException if the current batch was not checked
   */
  GateReading reading();

  /** The exact reading; costs an eigensolve. */
  GateReading exactReading();

  /** Two random directions outside Q, as a reading; another one after every birth. */
  GateReading randomReading();

  /** The plane that lowers the loss fastest, if the slope of the loss was observed. */
  Optional<GateReading> labelReading();

  /** The spectrum of A_res; costs an eigensolve. */
  Spectrum spectrum();

  /** Updates of the gate since the last birth. */
  long gateUpdates();

  /** A head's own operator B_h, if its motor was observed. */
  Optional<HeadOperator> operatorOf(int head);

  /** The average relative change the layer makes to its tokens, if observed. */
  Optional<Double> relativeChange();

  /** The unexplained share of the loss, if observed. */
  Optional<Double> unexplained();

  /**
   * The figures of level 3, if the layer's output was observed.
   *
   * @param unexplained the unexplained share to include
   */
  Optional<DepthMeasurement> depth(double unexplained);

  /**
   * Gives birth to a head on the plane of a reading; the gate is then reset.
   *
   * @param captured the probes of the reading whose directions enter Q for the head
   * @param balance γ* of the operator
   */
  Decision.GiveBirth giveBirth(
      long step, GateReading reading, List<Probe> captured, double balance, Reason reason);

  /**
   * Removes a head with the directions it owns and measures again. The last head stays.
   *
   * @throws IllegalStateException if it is the last
   */
  Decision.Prune prune(long step, int head, Reason reason);

  /**
   * Gives a head another plane.
   *
   * @param uncapturedShare the share of B_h outside the head's directions so far
   */
  Decision.AddDimension widen(
      long step, int head, Plane plane, double uncapturedShare, Reason reason);
}
