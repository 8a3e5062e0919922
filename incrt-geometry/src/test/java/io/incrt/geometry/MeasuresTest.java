package io.incrt.geometry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class MeasuresTest {

  @Test
  void gapsAndBalanceFollowTheirDefinition() {
    Spectrum spectrum = Spectrum.of(CommonOps_DDRM.diag(4, -3, 1, -2.5));
    assertArrayEquals(new double[] {-3, -2.5, 1, 4}, spectrum.values(), 1e-14);
    assertEquals(3, spectrum.upperGap(), 1e-14);
    assertEquals(0.5, spectrum.lowerGap(), 1e-14);
    assertEquals(3 / 3.5, spectrum.balance(), 1e-14);
    assertEquals(0.5, Spectrum.of(CommonOps_DDRM.diag(2)).balance());
    assertEquals(0, Spectrum.of(CommonOps_DDRM.diag(2)).upperGap());
  }

  @RepeatedTest(3)
  void theGateOperatorAmplifiesOneDirectionAndDampsTheOther(Random random) {
    DMatrixRMaj v = RandomMatrices.orthogonal(7, random);
    double[] plus = RandomMatrices.column(v, 0);
    double[] minus = RandomMatrices.column(v, 1);
    GateOperator gate = new GateOperator(plus, minus, 0.25);
    assertEquals(1, gate.rayleigh(plus), 1e-14);
    assertEquals(-0.25, gate.rayleigh(minus), 1e-14);
    double[] x = Vectors.randomDirection(7, random);
    double[] y = new double[7];
    gate.apply(x, y);
    DMatrixRMaj expected = CommonOps_DDRM.mult(gate.matrix(), new DMatrixRMaj(7, 1, true, x), null);
    assertArrayEquals(expected.data, y, 1e-14);
    assertEquals(0.25, gate.balance());
  }

  @Test
  void aRunningMeanOfOneValueIsThatValueFromTheFirstOn() {
    RunningMean mean = new RunningMean(2, 0.9);
    assertThrows(IllegalStateException.class, mean::value);
    for (int i = 0; i < 5; i++) {
      mean.add(new double[] {3, -1});
      assertArrayEquals(new double[] {3, -1}, mean.value(), 1e-14);
    }
    mean.add(new double[] {5, -1});
    double weight = 1 - Math.pow(0.9, 6);
    assertEquals(3 + 2 * 0.1 / weight, mean.value()[0], 1e-14);
    RunningMean restored = new RunningMean(mean.state(), 0.9);
    assertArrayEquals(mean.value(), restored.value());
    assertThrows(IllegalArgumentException.class, () -> new RunningMean(2, 1));
  }

  @RepeatedTest(3)
  void driftIsTheDistanceFromTheFirstMotor(Random random) {
    DMatrixRMaj m = RandomMatrices.gaussian(6, 6, random);
    Motor initial = Motor.of(m);
    Drift drift = new Drift(initial);
    assertEquals(0, drift.epsilon(initial), 0);
    CommonOps_DDRM.scale(3, m);
    assertEquals(2 * initial.norm(), drift.epsilon(Motor.of(m)), 1e-12);
  }

  @RepeatedTest(10)
  void theShareOutsideAHeadsDirectionsIsTheSameFromFactorsAndMatrices(Random random) {
    int d = 4 + random.nextInt(20);
    int r = 1 + random.nextInt(4);
    DMatrixRMaj gram = RandomMatrices.gram(d, 2 * d, random);
    DMatrixRMaj wq = RandomMatrices.gaussian(d, r, random);
    DMatrixRMaj wk = RandomMatrices.gaussian(d, r, random);
    List<double[]> given = new ArrayList<>();
    CapturedBasis basis = new CapturedBasis(d);
    for (int i = 0; i < 2; i++) {
      basis.add(0, Vectors.randomDirection(d, random));
      given.add(basis.column(i));
    }
    Motor dense = Motor.of(CommonOps_DDRM.multTransB(wq, wk, null));
    HeadOperator factored = new HeadOperator(gram, Motor.ofFactors(wq, wk), given);
    double share = factored.uncapturedShare();
    assertEquals(new HeadOperator(gram, dense, given).uncapturedShare(), share, 1e-9);
    assertTrue(share > 0 && share < 1, "share " + share);
  }

  @RepeatedTest(5)
  void aNewbornHeadHasNothingOutsideItsPlane(Random random) {
    int d = 12;
    DMatrixRMaj v = RandomMatrices.orthogonal(d, random);
    double[] plus = RandomMatrices.column(v, 0);
    double[] minus = RandomMatrices.column(v, 1);
    HeadOperator head =
        new HeadOperator(
            RandomMatrices.gram(d, 30, random),
            Motor.onPlane(plus, minus, 0.1),
            List.of(plus, minus));
    assertEquals(0, head.uncapturedShare(), 1e-7);
  }

  @RepeatedTest(20)
  void aHeadWhoseOperatorIsZeroAsksForNothing(Random random) {
    DMatrixRMaj wq = RandomMatrices.gaussian(8, 2, random);
    DMatrixRMaj wk = RandomMatrices.gaussian(8, 2, random);
    DMatrixRMaj isotropic = CommonOps_DDRM.identity(8);
    CommonOps_DDRM.scale(0.7, isotropic);
    assertEquals(
        0, new HeadOperator(isotropic, Motor.ofFactors(wq, wk), List.of()).uncapturedShare());
    DMatrixRMaj gram = RandomMatrices.gram(8, 20, random);
    assertEquals(0, new HeadOperator(gram, Motor.ofFactors(wq, wq), List.of()).uncapturedShare());
  }

  @RepeatedTest(10)
  void theProductKernelEqualsTheLibrarys(Random random) {
    int p = 1 + random.nextInt(40);
    int q = 1 + random.nextInt(40);
    int r = 1 + random.nextInt(40);
    DMatrixRMaj a = RandomMatrices.gaussian(p, q, random);
    DMatrixRMaj b = RandomMatrices.gaussian(q, r, random);
    assertArrayEquals(CommonOps_DDRM.mult(a, b, null).data, DenseProduct.of(a, b).data, 1e-12);
    assertThrows(
        IllegalArgumentException.class, () -> DenseProduct.of(a, new DMatrixRMaj(q + 1, r)));
  }

  @Test
  void arraysOfNumbersAreValues() {
    double[] source = {1, 2};
    DoubleArray array = new DoubleArray(source);
    source[0] = 9;
    array.values()[1] = 9;
    assertEquals(new DoubleArray(1, 2), array);
    assertEquals(new DoubleArray(1, 2).hashCode(), array.hashCode());
    assertNotEquals(new DoubleArray(1, 3), array);
    assertEquals("[1.0, 2.0]", array.toString());
    assertEquals("[0.0, … 9 numbers]", new DoubleArray(new double[9]).toString());
  }
}
