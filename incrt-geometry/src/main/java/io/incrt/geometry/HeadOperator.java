package io.incrt.geometry;

import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * One head's own operator, B_h = ½(G M_h − M_h G), and its part outside the directions U_h the head
 * was given: the share ‖(I−UUᵀ) B_h (I−UUᵀ)‖ / ‖B_h‖ that level 2 compares with τ_dim.
 *
 * <p>A head of r dimensions has B_h = ¼(F Hᵀ + H Fᵀ) with F = [G W_Q, −G W_K] and H = [W_K, W_Q],
 * both d×2r, so both norms follow from 2r×2r products: O(d²r) for a head, no d×d matrix formed.
 */
public final class HeadOperator {

  private final DMatrixRMaj gram;
  private final Motor motor;
  private final CapturedBasis given;

  /** The operator of one head. {@code given} is an orthonormal list, U_h. */
  public HeadOperator(DMatrixRMaj gram, Motor motor, List<double[]> given) {
    this.gram = gram;
    this.motor = motor;
    this.given = new CapturedBasis(motor.dimension());
    for (double[] direction : given) {
      this.given.add(0, direction);
    }
  }

  /** The dimension d. */
  public int dimension() {
    return motor.dimension();
  }

  /** ‖(I−UUᵀ) B_h (I−UUᵀ)‖ / ‖B_h‖, in [0, 1]; 0 where B_h = 0. */
  public double uncapturedShare() {
    double whole;
    double outside;
    double rounding = 0;
    if (motor instanceof FactoredMotor factored) {
      DMatrixRMaj f =
          CommonOps_DDRM.concatColumns(
              DenseProduct.of(gram, factored.wq()),
              negative(DenseProduct.of(gram, factored.wk())),
              null);
      DMatrixRMaj h = CommonOps_DDRM.concatColumns(factored.wk(), factored.wq(), null);
      // F Hᵀ + H Fᵀ can cancel, as it does for isotropic tokens; what remains is rounding.
      rounding = 1e-7 * Math.sqrt(Vectors.dot(f.data, f.data) * Vectors.dot(h.data, h.data));
      whole = normOfSymmetricProduct(f, h);
      outside = normOfSymmetricProduct(projectColumns(f), projectColumns(h));
    } else {
      ResidualEnergies energies = ResidualEnergies.of(residual());
      whole = energies.directed();
      outside = energies.residual();
    }
    return whole > rounding ? Math.min(1, outside / whole) : 0;
  }

  /** (I−UUᵀ) B_h (I−UUᵀ), whose two ends are the next plane for the head. */
  public ResidualOperator residual() {
    return new ResidualOperator(DirectedOperator.of(gram, motor), given);
  }

  /** ‖F Hᵀ + H Fᵀ‖ = √(2 tr(FᵀF HᵀH) + 2 tr(HᵀF HᵀF)). */
  private static double normOfSymmetricProduct(DMatrixRMaj f, DMatrixRMaj h) {
    DMatrixRMaj ff = CommonOps_DDRM.multTransA(f, f, null);
    DMatrixRMaj hh = CommonOps_DDRM.multTransA(h, h, null);
    DMatrixRMaj hf = CommonOps_DDRM.multTransA(h, f, null);
    int k = ff.numRows;
    double sum = 0;
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < k; j++) {
        sum += ff.get(i, j) * hh.get(j, i) + hf.get(i, j) * hf.get(j, i);
      }
    }
    return Math.sqrt(Math.max(0, 2 * sum));
  }

  private DMatrixRMaj projectColumns(DMatrixRMaj m) {
    DMatrixRMaj rows = CommonOps_DDRM.transpose(m, (DMatrixRMaj) null);
    double[] row = new double[rows.numCols];
    for (int i = 0; i < rows.numRows; i++) {
      System.arraycopy(rows.data, i * row.length, row, 0, row.length);
      given.project(row);
      System.arraycopy(row, 0, rows.data, i * row.length, row.length);
    }
    return CommonOps_DDRM.transpose(rows, (DMatrixRMaj) null);
  }

  private static DMatrixRMaj negative(DMatrixRMaj m) {
    CommonOps_DDRM.changeSign(m);
    return m;
  }
}
