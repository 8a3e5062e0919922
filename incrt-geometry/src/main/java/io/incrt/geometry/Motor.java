package io.incrt.geometry;

import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.NormOps_DDRM;

/**
 * The antisymmetric motor of a head, M_a = (M − Mᵀ)/2 with M = W_Q W_Kᵀ; d×d, in so(d) (the paper's
 * section "Notation").
 *
 * <p>It is held either as its d×d matrix or as the two d×r factors, whichever is cheaper.
 */
public sealed interface Motor permits DenseMotor, FactoredMotor {

  /** The dimension d. */
  int dimension();

  /** y ← M_a x. */
  void apply(double[] x, double[] y);

  /** M_a as a new d×d matrix. */
  DMatrixRMaj matrix();

  /** The antisymmetric part of any d×d matrix M. */
  static Motor of(DMatrixRMaj m) {
    Shapes.requireSquare(m, m.numRows, "the attention product M");
    return new DenseMotor(DenseMotor.skewPart(m.copy(), 1));
  }

  /** The motor of W_Q W_Kᵀ from its factors, both d×r. */
  static Motor ofFactors(DMatrixRMaj wq, DMatrixRMaj wk) {
    if (wq.numRows != wk.numRows || wq.numCols != wk.numCols) {
      throw new IllegalArgumentException(
          "W_Q and W_K must have one shape, but are " + Shapes.of(wq) + " and " + Shapes.of(wk));
    }
    Shapes.requireFinite(wq, "W_Q");
    Shapes.requireFinite(wk, "W_K");
    return new FactoredMotor(wq.copy(), wk.copy(), 1);
  }

  /**
   * The motor a head is born with, σ(u⁺u⁻ᵀ − u⁻u⁺ᵀ), carried exactly by columns 0 and 1 of W_Q and
   * W_K.
   */
  static Motor onPlane(double[] uPlus, double[] uMinus, double sigma) {
    int d = uPlus.length;
    Shapes.requireVector(uPlus, d, "u⁺");
    Shapes.requireVector(uMinus, d, "u⁻");
    DMatrixRMaj wq = new DMatrixRMaj(d, 2);
    DMatrixRMaj wk = new DMatrixRMaj(d, 2);
    for (int i = 0; i < d; i++) {
      wq.data[2 * i] = sigma * uPlus[i];
      wq.data[2 * i + 1] = -sigma * uMinus[i];
      wk.data[2 * i] = uMinus[i];
      wk.data[2 * i + 1] = uPlus[i];
    }
    return new FactoredMotor(wq, wk, 1);
  }

  /**
   * The mean motor M̄ over the active heads. It stays in factors while those are narrow enough for
   * the operator's product to be cheaper that way (r ≤ d/3 in all).
   */
  static Motor mean(List<? extends Motor> motors) {
    if (motors.isEmpty()) {
      throw new IllegalArgumentException("the mean motor needs at least one head");
    }
    int d = motors.get(0).dimension();
    for (Motor motor : motors) {
      if (motor.dimension() != d) {
        throw new IllegalArgumentException(
            "motors of one layer must share one dimension, but "
                + d
                + " meets "
                + motor.dimension());
      }
    }
    if (!motors.stream().allMatch(FactoredMotor.class::isInstance)) {
      return DenseMotor.mean(motors, d);
    }
    FactoredMotor stacked = FactoredMotor.mean(motors, d);
    return 3 * stacked.width() <= d ? stacked : new DenseMotor(stacked.matrix());
  }

  /** The Frobenius norm ‖M_a‖. */
  default double norm() {
    return NormOps_DDRM.normF(matrix());
  }
}
