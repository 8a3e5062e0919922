package io.incrt.geometry.gate;

import io.incrt.geometry.CapturedBasis;
import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.ResidualOperator;
import java.util.List;

/**
 * Tracks the ends of the spectrum of a layer's residual operator from batch to batch (the paper's
 * section "The PCA+MCA Bidirectional Gate"). The probes are kept orthogonal to each other and to Q.
 */
public sealed interface Gate permits BidirectionalGate, PcaGate, ExactGate {

  /**
   * One step of every probe on the current operator.
   *
   * @param scale Γ_res, by whose inverse the steps are scaled; 0 leaves the probes unchanged
   */
  void update(ResidualOperator a, double scale);

  /** The current probes, with their certificates. */
  GateReading read(ResidualOperator a);

  /** New random probes outside Q, after a birth or a jump. */
  void reset(CapturedBasis basis);

  /** Updates since the last reset. */
  long updates();

  /** The state of the gate. */
  State state();

  /**
   * The probes and counters of a gate.
   *
   * @param probes the directions, none where none are followed or none are left
   * @param updates updates since the last reset
   * @param resets resets so far; with the seed it determines the next random probes
   */
  record State(List<DoubleArray> probes, long updates, long resets) {
    /** Copies the list. */
    public State {
      probes = List.copyOf(probes);
    }
  }
}
