package io.incrt.geometry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.SpecializedOps_DDRM;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class DirectedOperatorTest {

  private static final double RELATIVE = 1e-10;

  @RepeatedTest(20)
  void theOperatorIsTheSymmetricPartOfGramTimesMotor(Random random) {
    int d = 2 + random.nextInt(40);
    DMatrixRMaj gram = RandomMatrices.gram(d, 2 * d, random);
    Motor motor = Motor.of(RandomMatrices.gaussian(d, d, random));
    DMatrixRMaj b = DirectedOperator.of(gram, motor).matrix();
    // sym(G M) written out with EJML alone.
    DMatrixRMaj product = CommonOps_DDRM.mult(gram, motor.matrix(), null);
    DMatrixRMaj expected = CommonOps_DDRM.transpose(product, (DMatrixRMaj) null);
    CommonOps_DDRM.addEquals(expected, product);
    CommonOps_DDRM.scale(0.5, expected);
    assertEquals(0, SpecializedOps_DDRM.diffNormF(b, expected), RELATIVE * norm(b));
    // The commutator form ½(G M − M G).
    DMatrixRMaj commutator = CommonOps_DDRM.mult(motor.matrix(), gram, null);
    CommonOps_DDRM.subtract(product, commutator, commutator);
    CommonOps_DDRM.scale(0.5, commutator);
    assertEquals(0, SpecializedOps_DDRM.diffNormF(b, commutator), RELATIVE * norm(b));
  }

  @RepeatedTest(20)
  void theOperatorIsSymmetricAndTraceless(Random random) {
    int d = 2 + random.nextInt(60);
    DMatrixRMaj b =
        DirectedOperator.of(
                RandomMatrices.gram(d, 3 * d, random),
                Motor.of(RandomMatrices.gaussian(d, d, random)))
            .matrix();
    DMatrixRMaj transposed = CommonOps_DDRM.transpose(b, (DMatrixRMaj) null);
    assertEquals(0, SpecializedOps_DDRM.diffNormF(b, transposed), 0);
    assertEquals(0, CommonOps_DDRM.trace(b), RELATIVE * norm(b));
    double[] values = Spectrum.valuesOf(b);
    assertTrue(values[0] < 0 && values[d - 1] > 0, "a traceless operator has both signs");
  }

  @RepeatedTest(5)
  void isotropicTokensHaveNoDirectedOperator(Random random) {
    int d = 2 + random.nextInt(30);
    DMatrixRMaj isotropic = CommonOps_DDRM.identity(d);
    CommonOps_DDRM.scale(3.7, isotropic);
    Motor motor = Motor.of(RandomMatrices.gaussian(d, d, random));
    assertEquals(0, DirectedOperator.of(isotropic, motor).energy(), RELATIVE * motor.norm());
  }

  @RepeatedTest(5)
  void scalingTheMotorScalesTheOperator(Random random) {
    int d = 2 + random.nextInt(30);
    DMatrixRMaj gram = RandomMatrices.gram(d, d, random);
    DMatrixRMaj m = RandomMatrices.gaussian(d, d, random);
    DMatrixRMaj b = DirectedOperator.of(gram, Motor.of(m)).matrix().copy();
    CommonOps_DDRM.scale(-2.5, m);
    CommonOps_DDRM.scale(-2.5, b);
    DMatrixRMaj scaled = DirectedOperator.of(gram, Motor.of(m)).matrix();
    assertEquals(0, SpecializedOps_DDRM.diffNormF(b, scaled), RELATIVE * norm(b));
  }

  @RepeatedTest(20)
  void factorsAndMatricesGiveTheSameOperatorFormedOrNot(Random random) {
    int d = 4 + random.nextInt(40);
    DMatrixRMaj gram = RandomMatrices.gram(d, 2 * d, random);
    List<Motor> factored = new ArrayList<>();
    List<Motor> dense = new ArrayList<>();
    int heads = 1 + random.nextInt(6);
    for (int h = 0; h < heads; h++) {
      int r = 1 + random.nextInt(4);
      DMatrixRMaj wq = RandomMatrices.gaussian(d, r, random);
      DMatrixRMaj wk = RandomMatrices.gaussian(d, r, random);
      factored.add(Motor.ofFactors(wq, wk));
      dense.add(Motor.of(CommonOps_DDRM.multTransB(wq, wk, null)));
    }
    DirectedOperator fromFactors = DirectedOperator.of(gram, Motor.mean(factored));
    DirectedOperator fromMatrices = DirectedOperator.of(gram, Motor.mean(dense));
    double[] x = Vectors.randomDirection(d, random);
    double[] unformed = new double[d];
    double[] unformedDense = new double[d];
    fromFactors.apply(x, unformed);
    fromMatrices.apply(x, unformedDense);
    DMatrixRMaj expected = fromMatrices.matrix();
    double scale = RELATIVE * norm(expected);
    assertEquals(0, SpecializedOps_DDRM.diffNormF(fromFactors.matrix(), expected), scale);
    double[] formed = new double[d];
    fromMatrices.apply(x, formed);
    assertArrayEquals(formed, unformed, scale);
    assertArrayEquals(formed, unformedDense, scale);
  }

  @RepeatedTest(5)
  void aPlaneMotorIsSigmaTimesTheRotationOfItsPlane(Random random) {
    int d = 3 + random.nextInt(20);
    DMatrixRMaj v = RandomMatrices.orthogonal(d, random);
    double[] plus = RandomMatrices.column(v, 0);
    double[] minus = RandomMatrices.column(v, 1);
    double[] image = new double[d];
    Motor motor = Motor.onPlane(plus, minus, 0.3);
    motor.apply(minus, image);
    Vectors.scale(image, 1 / 0.3);
    assertArrayEquals(plus, image, 1e-12);
    assertEquals(0.3 * Math.sqrt(2), motor.norm(), 1e-12);
  }

  @Test
  void wrongShapesAndNumbersAreRefusedByName(Random random) {
    Motor motor = Motor.of(RandomMatrices.gaussian(3, 3, random));
    assertMessage(
        "the Gram matrix G must be 3×3 but is 2×3",
        () -> DirectedOperator.of(new DMatrixRMaj(2, 3), motor));
    DMatrixRMaj broken = CommonOps_DDRM.identity(3);
    broken.set(1, 2, Double.NaN);
    assertMessage(
        "the Gram matrix G holds NaN at row 1, column 2; every entry must be a finite number",
        () -> DirectedOperator.of(broken, motor));
    broken.set(1, 2, 0.5);
    assertMessage(
        "the Gram matrix G must be symmetric, but entries (1, 2) and (2, 1) differ by 0.5",
        () -> DirectedOperator.of(broken, motor));
    assertMessage(
        "W_Q and W_K must have one shape, but are 3×2 and 3×1",
        () -> Motor.ofFactors(new DMatrixRMaj(3, 2), new DMatrixRMaj(3, 1)));
    assertMessage("the mean motor needs at least one head", () -> Motor.mean(List.of()));
  }

  private static void assertMessage(String expected, Runnable action) {
    assertEquals(expected, assertThrows(IllegalArgumentException.class, action::run).getMessage());
  }

  private static double norm(DMatrixRMaj m) {
    return Math.sqrt(Vectors.dot(m.data, m.data));
  }
}
