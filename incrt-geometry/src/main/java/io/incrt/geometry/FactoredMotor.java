package io.incrt.geometry;

import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** A motor scale·½(W_Q W_Kᵀ − W_K W_Qᵀ) held as its factors, both d×r. */
record FactoredMotor(DMatrixRMaj wq, DMatrixRMaj wk, double scale) implements Motor {

  /** The mean of factored motors: their columns concatenated, divided by their number. */
  static FactoredMotor mean(List<? extends Motor> motors, int d) {
    int width = motors.stream().mapToInt(motor -> ((FactoredMotor) motor).width()).sum();
    DMatrixRMaj wq = new DMatrixRMaj(d, width);
    DMatrixRMaj wk = new DMatrixRMaj(d, width);
    int column = 0;
    for (Motor motor : motors) {
      FactoredMotor part = (FactoredMotor) motor;
      DMatrixRMaj scaled = part.wq.copy();
      CommonOps_DDRM.scale(part.scale, scaled);
      CommonOps_DDRM.insert(scaled, wq, 0, column);
      CommonOps_DDRM.insert(part.wk, wk, 0, column);
      column += part.width();
    }
    return new FactoredMotor(wq, wk, 1.0 / motors.size());
  }

  /** The number r of columns. */
  int width() {
    return wq.numCols;
  }

  @Override
  public int dimension() {
    return wq.numRows;
  }

  @Override
  public void apply(double[] x, double[] y) {
    int d = dimension();
    int r = width();
    double[] alongK = new double[r];
    double[] alongQ = new double[r];
    for (int i = 0; i < d; i++) {
      double s = x[i];
      int row = i * r;
      for (int j = 0; j < r; j++) {
        alongK[j] += s * wk.data[row + j];
        alongQ[j] += s * wq.data[row + j];
      }
    }
    double half = scale / 2;
    for (int i = 0; i < d; i++) {
      y[i] = half * (Vectors.dot(wq.data, i * r, alongK) - Vectors.dot(wk.data, i * r, alongQ));
    }
  }

  @Override
  public DMatrixRMaj matrix() {
    return DenseMotor.skewPart(DenseProduct.of(wq, transpose(wk)), scale);
  }

  private static DMatrixRMaj transpose(DMatrixRMaj m) {
    return CommonOps_DDRM.transpose(m, (DMatrixRMaj) null);
  }
}
