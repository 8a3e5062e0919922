package io.incrt.geometry;

import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.RandomMatrices_DDRM;

/** Random matrices for tests. */
public final class RandomMatrices {

  private RandomMatrices() {}

  /** XᵀX/n for n anisotropic random tokens. */
  public static DMatrixRMaj gram(int d, int n, Random random) {
    DMatrixRMaj x = gaussian(n, d, random);
    for (int j = 0; j < d; j++) {
      double stretch = Math.exp(random.nextGaussian());
      for (int i = 0; i < n; i++) {
        x.data[i * d + j] *= stretch;
      }
    }
    DMatrixRMaj gram = CommonOps_DDRM.multInner(x, null);
    CommonOps_DDRM.scale(1.0 / n, gram);
    return gram;
  }

  /** Independent standard normal entries. */
  public static DMatrixRMaj gaussian(int rows, int columns, Random random) {
    DMatrixRMaj m = new DMatrixRMaj(rows, columns);
    RandomMatrices_DDRM.fillGaussian(m, 0, 1, random);
    return m;
  }

  /** A random orthogonal d×d matrix. */
  public static DMatrixRMaj orthogonal(int d, Random random) {
    return RandomMatrices_DDRM.orthogonal(d, d, random);
  }

  /** V diag(values) Vᵀ with the eigenvectors in the columns of V. */
  public static DMatrixRMaj withSpectrum(double[] values, DMatrixRMaj v) {
    DMatrixRMaj scaled = v.copy();
    CommonOps_DDRM.multCols(scaled, values);
    DMatrixRMaj a = CommonOps_DDRM.multTransB(scaled, v, null);
    DMatrixRMaj t = CommonOps_DDRM.transpose(a, (DMatrixRMaj) null);
    CommonOps_DDRM.addEquals(a, t);
    CommonOps_DDRM.scale(0.5, a);
    return a;
  }

  /** Column j of a matrix. */
  public static double[] column(DMatrixRMaj m, int j) {
    double[] column = new double[m.numRows];
    for (int i = 0; i < column.length; i++) {
      column[i] = m.get(i, j);
    }
    return column;
  }
}
