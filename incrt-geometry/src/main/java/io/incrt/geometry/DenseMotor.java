package io.incrt.geometry;

import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** A motor held as its antisymmetric d×d matrix. */
record DenseMotor(DMatrixRMaj skew) implements Motor {

  /** The mean of any motors, matrix by matrix. */
  static DenseMotor mean(List<? extends Motor> motors, int d) {
    DMatrixRMaj total = new DMatrixRMaj(d, d);
    for (Motor motor : motors) {
      CommonOps_DDRM.addEquals(total, 1.0 / motors.size(), motor.matrix());
    }
    return new DenseMotor(total);
  }

  /** m ← scale·(m − mᵀ)/2, in place. */
  static DMatrixRMaj skewPart(DMatrixRMaj m, double scale) {
    int d = m.numRows;
    for (int block = 0; block < d; block += Shapes.BLOCK) {
      int end = Math.min(d, block + Shapes.BLOCK);
      for (int i = 0; i < end; i++) {
        for (int j = Math.max(i, block); j < end; j++) {
          double half = 0.5 * scale * (m.data[i * d + j] - m.data[j * d + i]);
          m.data[i * d + j] = half;
          m.data[j * d + i] = -half;
        }
      }
    }
    return m;
  }

  @Override
  public int dimension() {
    return skew.numRows;
  }

  @Override
  public void apply(double[] x, double[] y) {
    int d = dimension();
    for (int i = 0; i < d; i++) {
      y[i] = Vectors.dot(skew.data, i * d, x);
    }
  }

  @Override
  public DMatrixRMaj matrix() {
    return skew.copy();
  }
}
