package io.incrt.geometry;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.SpecializedOps_DDRM;

/**
 * The drift ε(t) = ‖M̄(t) − M̄⁽⁰⁾‖_F of the mean motor from its initial value, the quantity that
 * bounds the loss of kernel alignment (thm:ntk and the paper's Discussion).
 */
public final class Drift {

  private final DMatrixRMaj initial;

  /** Drift measured from this motor on. */
  public Drift(Motor initial) {
    this(initial.matrix());
  }

  /** Drift measured from the motor with this matrix on. */
  public Drift(DMatrixRMaj initialMotor) {
    this.initial = initialMotor.copy();
  }

  /** M̄⁽⁰⁾ as a matrix; not to be changed by the caller. */
  public DMatrixRMaj initial() {
    return initial;
  }

  /** ε for the motor as it is now. */
  public double epsilon(Motor now) {
    return SpecializedOps_DDRM.diffNormF(initial, now.matrix());
  }
}
