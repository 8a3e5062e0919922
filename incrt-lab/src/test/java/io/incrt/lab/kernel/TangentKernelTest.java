package io.incrt.lab.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.RandomMatrices_DDRM;
import org.junit.jupiter.api.Test;

class TangentKernelTest {

  private static final int D = 6;
  private static final int DK = 4;

  private final Random random = new Random(4);
  private final DMatrixRMaj queries = gaussian(D, DK);
  private final DMatrixRMaj values = gaussian(D, DK);
  private final List<DMatrixRMaj> tokens = List.of(gaussian(5, D), gaussian(5, D));

  private DMatrixRMaj gaussian(int rows, int columns) {
    return RandomMatrices_DDRM.rectangleGaussian(rows, columns, 0, 1, random);
  }

  private DMatrixRMaj output(DMatrixRMaj x, DMatrixRMaj m) {
    DMatrixRMaj s = TangentKernel.attention(x, m, CommonOps_DDRM.identity(D), DK);
    DMatrixRMaj read = new DMatrixRMaj(x.numRows, D);
    CommonOps_DDRM.mult(s, x, read);
    DMatrixRMaj z = new DMatrixRMaj(x.numRows, DK);
    CommonOps_DDRM.mult(read, values, z);
    return z;
  }

  private DMatrixRMaj matrix(DMatrixRMaj keys) {
    DMatrixRMaj m = new DMatrixRMaj(D, D);
    CommonOps_DDRM.multTransB(queries, keys, m);
    return m;
  }

  @Test
  void derivativesEqualDifferenceQuotients() {
    DMatrixRMaj keys = gaussian(D, DK);
    TangentKernel kernel = new TangentKernel(tokens, queries, keys, values);
    double h = 1e-5;
    for (int i = 0; i < 5; i++) {
      for (int p = 0; p < D; p++) {
        for (int q = 0; q < D; q++) {
          DMatrixRMaj up = matrix(keys);
          up.add(p, q, h);
          DMatrixRMaj down = matrix(keys);
          down.add(p, q, -h);
          for (int a = 0; a < DK; a++) {
            double slope =
                (output(tokens.get(0), up).get(i, a) - output(tokens.get(0), down).get(i, a))
                    / (2 * h);
            assertEquals(slope, kernel.derivative(0, i, a).get(p, q), 1e-6);
          }
        }
      }
    }
  }

  @Test
  void bothSpacesAreMadeOfTheAntisymmetricParts() {
    TangentKernel kernel = new TangentKernel(tokens, queries, gaussian(D, DK), values);
    DMatrixRMaj feature = new DMatrixRMaj(D, D);
    DMatrixRMaj theta = new DMatrixRMaj(2, 2);
    for (int i = 0; i < 5; i++) {
      for (int a = 0; a < DK; a++) {
        DMatrixRMaj[] both = {skew(kernel.derivative(0, i, a)), skew(kernel.derivative(1, i, a))};
        for (int s = 0; s < 2; s++) {
          CommonOps_DDRM.multAddTransB(both[s], both[s], feature);
          for (int t = 0; t < 2; t++) {
            theta.add(s, t, TangentKernel.inner(both[s], both[t]));
          }
        }
      }
    }
    for (int i = 0; i < D * D; i++) {
      assertEquals(feature.data[i], kernel.featureSpace().data[i], 1e-9);
    }
    for (int i = 0; i < 4; i++) {
      assertEquals(theta.data[i], kernel.sampleSpace().data[i], 1e-9);
    }
  }

  private static DMatrixRMaj skew(DMatrixRMaj m) {
    DMatrixRMaj other = new DMatrixRMaj(D, D);
    CommonOps_DDRM.transpose(m, other);
    DMatrixRMaj part = new DMatrixRMaj(D, D);
    CommonOps_DDRM.subtract(m, other, part);
    CommonOps_DDRM.scale(0.5, part);
    return part;
  }

  @Test
  void theCosineIsThatOfTheMatricesAsVectors() {
    DMatrixRMaj one = new DMatrixRMaj(2, 2, true, 3, 0, 0, 4);
    DMatrixRMaj other = new DMatrixRMaj(2, 2, true, 1, 2, 2, 0);
    assertEquals(3.0 / (5 * 3), TangentKernel.cosine(one, other), 1e-12);
    DMatrixRMaj opposite = new DMatrixRMaj(2, 2, true, -6, 0, 0, -8);
    assertEquals(-1, TangentKernel.cosine(one, opposite), 1e-12);
    assertEquals(0, TangentKernel.cosine(one, new DMatrixRMaj(2, 2)));
  }

  @Test
  void aCentredKernelHasNoMeans() {
    DMatrixRMaj m = gaussian(3, 3);
    DMatrixRMaj centred = TangentKernel.centred(m);
    for (int i = 0; i < 3; i++) {
      assertTrue(
          Math.abs(centred.get(i, 0) + centred.get(i, 1) + centred.get(i, 2)) < 1e-12,
          "rows sum to zero");
      assertTrue(
          Math.abs(centred.get(0, i) + centred.get(1, i) + centred.get(2, i)) < 1e-12,
          "and so do columns");
    }
    assertEquals(
        m.get(0, 0) - m.get(0, 1) - m.get(1, 0) + m.get(1, 1),
        centred.get(0, 0) - centred.get(0, 1) - centred.get(1, 0) + centred.get(1, 1),
        1e-12,
        "nothing but means is taken away");
  }
}
