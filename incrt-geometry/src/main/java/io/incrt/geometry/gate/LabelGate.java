package io.incrt.geometry.gate;

import io.incrt.geometry.ResidualOperator;
import io.incrt.geometry.Vectors;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.NormOps_DDRM;
import org.ejml.dense.row.SingularOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * Where the labels want a head: D = −∂L/∂M, M the motor of a virtual head that is not there yet,
 * d×d. Of all motors u⁺u⁻ᵀ − u⁻u⁺ᵀ with orthonormal u⁺, u⁻ outside Q the one that lowers the loss
 * fastest is the leading plane of the antisymmetric part of P D P.
 */
public final class LabelGate {

  /** A slope that is turned by less than this share of its norm is turned by rounding alone. */
  private static final double NONE = 1e-10;

  private LabelGate() {}

  /**
   * Its reading; the probes are measured on A_res, as those of other gates are. Empty where the
   * slope asks for no such motor.
   */
  public static GateReading readingOf(DMatrixRMaj slope, ResidualOperator a) {
    DMatrixRMaj outside = outside(slope, a);
    DMatrixRMaj directed = outside.copy();
    CommonOps_DDRM.subtract(outside, CommonOps_DDRM.transpose(outside, null), directed);
    int d = directed.numRows;
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(d, d, true, true, true);
    if (!svd.decompose(directed)) {
      throw new ArithmeticException("the slope of the loss has no decomposition");
    }
    DMatrixRMaj u = svd.getU(null, false);
    DMatrixRMaj w = svd.getW(null);
    DMatrixRMaj v = svd.getV(null, false);
    SingularOps_DDRM.descendingOrder(u, false, w, v, false);
    double turned = w.get(0, 0);
    boolean none = !(turned > NONE * NormOps_DDRM.normF(slope));
    return none
        ? new GateReading(Optional.empty(), Optional.empty(), true)
        : new GateReading(probe(u, a), probe(v, a), true);
  }

  /** P D P. */
  private static DMatrixRMaj outside(DMatrixRMaj slope, ResidualOperator a) {
    DMatrixRMaj rows = projected(slope, a);
    return CommonOps_DDRM.transpose(
        projected(CommonOps_DDRM.transpose(rows, null), a), (DMatrixRMaj) null);
  }

  private static DMatrixRMaj projected(DMatrixRMaj rows, ResidualOperator a) {
    DMatrixRMaj projected = rows.copy();
    int d = rows.numCols;
    double[] row = new double[d];
    for (int i = 0; i < rows.numRows; i++) {
      System.arraycopy(rows.data, i * d, row, 0, d);
      a.basis().project(row);
      System.arraycopy(row, 0, projected.data, i * d, d);
    }
    return projected;
  }

  private static Optional<Probe> probe(DMatrixRMaj vectors, ResidualOperator a) {
    double[] first = new double[vectors.numRows];
    for (int i = 0; i < first.length; i++) {
      first[i] = vectors.get(i, 0);
    }
    // Where nothing is left outside Q every direction is rounding.
    return Vectors.norm(first) > 0 && a.basis().orthonormalise(first)
        ? Optional.of(Probe.measure(a, first))
        : Optional.empty();
  }
}
