package io.incrt.geometry;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The directed operator of a layer, B = sym(G M̄) = ½(G M̄ − M̄ G); d×d (inside eq:ares).
 *
 * <p>G is the d×d Gram matrix of the tokens, M̄ the mean motor. B is symmetric and traceless, and
 * zero for isotropic G. The paper calls the commutator [G, M̄] the skew-symmetric complement of
 * sym(G M̄); it is in fact the same matrix, up to the factor ½.
 *
 * <p>B can be applied without being formed; {@link #matrix()} forms it once and keeps it.
 */
public final class DirectedOperator implements SymmetricOperator {

  private final int d;
  private final DMatrixRMaj gram;
  private final Motor motor;
  private DMatrixRMaj formed;

  private DirectedOperator(int d, DMatrixRMaj gram, Motor motor, DMatrixRMaj formed) {
    this.d = d;
    this.gram = gram;
    this.motor = motor;
    this.formed = formed;
  }

  /** B from the Gram matrix (symmetric, d×d) and the mean motor. */
  public static DirectedOperator of(DMatrixRMaj gram, Motor meanMotor) {
    Shapes.requireSymmetric(gram, meanMotor.dimension(), "the Gram matrix G");
    return new DirectedOperator(meanMotor.dimension(), gram, meanMotor, null);
  }

  /** An operator given as a matrix: any symmetric d×d matrix, not necessarily traceless. */
  public static DirectedOperator given(DMatrixRMaj b) {
    Shapes.requireSymmetric(b, b.numRows, "the operator B");
    return new DirectedOperator(b.numRows, null, null, b.copy());
  }

  @Override
  public int dimension() {
    return d;
  }

  @Override
  public void apply(double[] x, double[] y) {
    if (formed != null) {
      multiply(formed, x, y);
      return;
    }
    double[] inner = new double[d];
    double[] outer = new double[d];
    motor.apply(x, inner);
    multiply(gram, inner, y);
    multiply(gram, x, inner);
    motor.apply(inner, outer);
    for (int i = 0; i < d; i++) {
      y[i] = 0.5 * (y[i] - outer[i]);
    }
  }

  /** B as a matrix, formed on the first call; not to be changed by the caller. */
  public DMatrixRMaj matrix() {
    if (formed == null) {
      formed = symmetricPart(gramTimesMotor());
    }
    return formed;
  }

  /** Γ = ‖B‖_F. */
  public double energy() {
    return Math.sqrt(Vectors.dot(matrix().data, matrix().data));
  }

  private DMatrixRMaj gramTimesMotor() {
    if (motor instanceof FactoredMotor factored) {
      DMatrixRMaj left = CommonOps_DDRM.concatColumns(factored.wq(), factored.wk(), null);
      DMatrixRMaj right = CommonOps_DDRM.concatColumns(factored.wk(), factored.wq(), null);
      DMatrixRMaj gramLeft = DenseProduct.of(gram, left);
      for (int i = 0; i < d; i++) {
        for (int j = factored.width(); j < left.numCols; j++) {
          gramLeft.data[i * left.numCols + j] *= -1;
        }
      }
      CommonOps_DDRM.scale(factored.scale() / 2, gramLeft);
      return DenseProduct.of(gramLeft, CommonOps_DDRM.transpose(right, (DMatrixRMaj) null));
    }
    return DenseProduct.of(gram, ((DenseMotor) motor).skew());
  }

  /** m ← (m + mᵀ)/2, in place. */
  public static DMatrixRMaj symmetricPart(DMatrixRMaj m) {
    int d = m.numRows;
    for (int block = 0; block < d; block += Shapes.BLOCK) {
      int end = Math.min(d, block + Shapes.BLOCK);
      for (int i = 0; i < end; i++) {
        for (int j = Math.max(i + 1, block); j < end; j++) {
          double mean = 0.5 * (m.data[i * d + j] + m.data[j * d + i]);
          m.data[i * d + j] = mean;
          m.data[j * d + i] = mean;
        }
      }
    }
    return m;
  }

  private static void multiply(DMatrixRMaj a, double[] x, double[] y) {
    int d = a.numRows;
    for (int i = 0; i < d; i++) {
      y[i] = Vectors.dot(a.data, i * d, x);
    }
  }
}
