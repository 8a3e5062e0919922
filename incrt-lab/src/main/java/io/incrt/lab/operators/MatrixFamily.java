package io.incrt.lab.operators;

import io.incrt.geometry.Vectors;
import java.util.Locale;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.RandomMatrices_DDRM;

/** Random symmetric matrices of unit Frobenius norm. */
enum MatrixFamily {
  /** XᵀX of 2d random rows: what the EXIN literature is about. */
  DEFINITE {
    @Override
    DMatrixRMaj draw(int d, Random random) {
      DMatrixRMaj x = new DMatrixRMaj(2 * d, d);
      RandomMatrices_DDRM.fillGaussian(x, 0, 1, random);
      return unit(CommonOps_DDRM.multInner(x, null));
    }
  },
  /** X + Xᵀ: eigenvalues of both signs, as every directed operator has. */
  INDEFINITE {
    @Override
    DMatrixRMaj draw(int d, Random random) {
      DMatrixRMaj x = new DMatrixRMaj(d, d);
      RandomMatrices_DDRM.fillGaussian(x, 0, 1, random);
      DMatrixRMaj t = CommonOps_DDRM.transpose(x, (DMatrixRMaj) null);
      CommonOps_DDRM.addEquals(x, t);
      return unit(x);
    }
  };

  abstract DMatrixRMaj draw(int d, Random random);

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static DMatrixRMaj unit(DMatrixRMaj m) {
    CommonOps_DDRM.scale(1 / Math.sqrt(Vectors.dot(m.data, m.data)), m);
    return m;
  }
}
