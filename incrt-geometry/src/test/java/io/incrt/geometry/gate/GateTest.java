package io.incrt.geometry.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.geometry.CapturedBasis;
import io.incrt.geometry.DirectedOperator;
import io.incrt.geometry.GateOperator;
import io.incrt.geometry.RandomMatrices;
import io.incrt.geometry.ResidualOperator;
import io.incrt.geometry.Seeded;
import io.incrt.geometry.Spectrum;
import io.incrt.geometry.Vectors;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.SpecializedOps_DDRM;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class GateTest {

  /** Eigenvalues with both ends apart from a bulk, of unit energy. */
  private static double[] values(int d, Random random) {
    double[] values = new double[d];
    for (int i = 2; i < d; i++) {
      values[i] = 1.2 * random.nextDouble() - 0.6;
    }
    values[0] = 1;
    values[1] = -0.9;
    Vectors.scale(values, 1 / Vectors.norm(values));
    return values;
  }

  private static ResidualOperator operator(double[] values, DMatrixRMaj v, CapturedBasis basis) {
    return new ResidualOperator(
        DirectedOperator.given(RandomMatrices.withSpectrum(values, v)), basis);
  }

  @RepeatedTest(10)
  void bothProbesReachTheEndsOfTheResidualAndStayOrthonormal(Random random) {
    int d = 6 + random.nextInt(40);
    CapturedBasis basis = new CapturedBasis(d);
    basis.add(0, Vectors.randomDirection(d, random));
    basis.add(1, Vectors.randomDirection(d, random));
    ResidualOperator a = operator(values(d, random), RandomMatrices.orthogonal(d, random), basis);
    BidirectionalGate gate = new BidirectionalGate(basis, 1, random.nextLong());
    for (int t = 0; t < 4000; t++) {
      gate.update(a, 1);
    }
    Spectrum exact = Spectrum.of(a);
    GateReading reading = gate.read(a);
    Probe plus = reading.plus().orElseThrow();
    Probe minus = reading.minus().orElseThrow();
    assertTrue(plus.converged(0.1) && minus.converged(0.1));
    assertTrue(Math.abs(plus.rayleigh() - exact.max()) <= plus.certificate() + 1e-12);
    assertTrue(Math.abs(minus.rayleigh() - exact.min()) <= minus.certificate() + 1e-12);
    double[] u = plus.direction().values();
    assertEquals(0, Vectors.dot(u, minus.direction().values()), 1e-13);
    assertEquals(0, Vectors.dot(u, basis.column(0)), 1e-13);
    assertEquals(4000, gate.updates());
    assertEquals(0, distance(gate(u, minus, exact), idealGate(exact)), 1e-3, "thm:gate (iii)");
  }

  private static DMatrixRMaj gate(double[] plus, Probe minus, Spectrum exact) {
    return new GateOperator(plus, minus.direction().values(), exact.balance()).matrix();
  }

  /** G*_h = v₁v₁ᵀ − γ* v_r v_rᵀ. */
  private static DMatrixRMaj idealGate(Spectrum exact) {
    return new GateOperator(exact.maxVector(), exact.minVector(), exact.balance()).matrix();
  }

  private static double distance(DMatrixRMaj a, DMatrixRMaj b) {
    return SpecializedOps_DDRM.diffNormF(a, b);
  }

  @RepeatedTest(10)
  void theCertificateBoundsTheDistanceToAnEigenvalueFromTheFirstStepOn(Random random) {
    int d = 5 + random.nextInt(20);
    CapturedBasis basis = new CapturedBasis(d);
    ResidualOperator a = operator(values(d, random), RandomMatrices.orthogonal(d, random), basis);
    double[] eigenvalues = Spectrum.of(a).values();
    BidirectionalGate gate = new BidirectionalGate(basis, 1, 3);
    for (int t = 0; t < 30; t++) {
      Probe probe = gate.read(a).plus().orElseThrow();
      double nearest = Double.POSITIVE_INFINITY;
      for (double value : eigenvalues) {
        nearest = Math.min(nearest, Math.abs(value - probe.rayleigh()));
      }
      assertTrue(nearest <= probe.certificate() + 1e-12);
      gate.update(a, 1);
    }
  }

  @RepeatedTest(5)
  void underASlowlyMovingOperatorTheAngleStaysBounded(Random random) {
    int d = 16;
    CapturedBasis basis = new CapturedBasis(d);
    double[] values = values(d, random);
    DMatrixRMaj v = RandomMatrices.orthogonal(d, random);
    BidirectionalGate gate = new BidirectionalGate(basis, 1, 5);
    double worst = 0;
    for (int t = 0; t < 4000; t++) {
      // A4: the eigenvectors turn by 1e-3 a step, far less than the gate's step of 1.
      rotate(v, 0, 2, 1e-3);
      rotate(v, 1, 3, 1e-3);
      ResidualOperator a = operator(values, v, basis);
      gate.update(a, 1);
      if (t >= 500) {
        GateReading reading = gate.read(a);
        worst = Math.max(worst, angle(reading.plus().orElseThrow(), v, 0));
        worst = Math.max(worst, angle(reading.minus().orElseThrow(), v, 1));
      }
    }
    assertTrue(worst < 0.1, "worst angle " + worst);
  }

  @RepeatedTest(5)
  void afterAJumpTheGateRecovers(Random random) {
    int d = 16;
    CapturedBasis basis = new CapturedBasis(d);
    double[] values = values(d, random);
    DMatrixRMaj v = RandomMatrices.orthogonal(d, random);
    BidirectionalGate gate = new BidirectionalGate(basis, 1, 5);
    ResidualOperator before = operator(values, v, basis);
    for (int t = 0; t < 500; t++) {
      gate.update(before, 1);
    }
    DMatrixRMaj turned = RandomMatrices.orthogonal(d, random);
    ResidualOperator after = operator(values, turned, basis);
    assertTrue(
        angle(gate.read(after).plus().orElseThrow(), turned, 0) > 0.3, "the jump is a real one");
    for (int t = 0; t < 2000; t++) {
      gate.update(after, 1);
    }
    GateReading reading = gate.read(after);
    assertTrue(angle(reading.plus().orElseThrow(), turned, 0) < 1e-3);
    assertTrue(angle(reading.minus().orElseThrow(), turned, 1) < 1e-3);
  }

  @RepeatedTest(10)
  void thePcaGateFindsTheStrongerEndWhateverItsSign(Random random) {
    int d = 5 + random.nextInt(20);
    double[] values = values(d, random);
    boolean flip = random.nextBoolean();
    if (flip) {
      Vectors.scale(values, -1);
    }
    CapturedBasis basis = new CapturedBasis(d);
    DMatrixRMaj v = RandomMatrices.orthogonal(d, random);
    ResidualOperator a = operator(values, v, basis);
    PcaGate gate = new PcaGate(basis, 1, random.nextLong());
    for (int t = 0; t < 3000; t++) {
      gate.update(a, 1);
    }
    GateReading reading = gate.read(a);
    assertEquals(flip, reading.plus().isEmpty());
    Probe found = reading.dominant().orElseThrow();
    assertTrue(angle(found, v, 0) < 1e-3);
  }

  @RepeatedTest(10)
  void thePcaGateSeparatesAnExactPairOfOppositeEigenvalues(Random random) {
    int d = 4 + random.nextInt(10);
    double[] values = new double[d];
    values[0] = 0.6;
    values[1] = -0.6;
    values[2] = 0.1;
    CapturedBasis basis = new CapturedBasis(d);
    ResidualOperator a = operator(values, RandomMatrices.orthogonal(d, random), basis);
    PcaGate gate = new PcaGate(basis, 1, random.nextLong());
    for (int t = 0; t < 300; t++) {
      gate.update(a, 0.9);
    }
    Probe found = gate.read(a).dominant().orElseThrow();
    assertEquals(0.6, found.strength(), 1e-6);
    assertTrue(found.converged(1e-3));
  }

  @Test
  void gatesRunOutOfProbesWithTheDimension(Random random) {
    CapturedBasis basis = new CapturedBasis(2);
    basis.add(0, new double[] {1, 0});
    ResidualOperator a =
        new ResidualOperator(DirectedOperator.given(CommonOps_DDRM.diag(1, -2)), basis);
    BidirectionalGate gate = new BidirectionalGate(basis, 1, random.nextLong());
    gate.update(a, 2);
    GateReading one = gate.read(a);
    assertEquals(-2, one.plus().orElseThrow().rayleigh(), 1e-12);
    assertTrue(one.minus().isEmpty());
    assertEquals(-2, new ExactGate().read(a).plus().orElseThrow().rayleigh(), 1e-12);
    basis.add(1, new double[] {0, 1});
    gate.reset(basis);
    gate.update(a, 0);
    assertTrue(gate.read(a).plus().isEmpty());
    assertTrue(new PcaGate(basis, 1, 0).read(a).dominant().isEmpty());
    assertTrue(ExactGate.readingOf(a).plus().isEmpty());
  }

  @Test
  void aProbeThatHadNoRoomIsDrawnAgainWhenThereIs(Random random) {
    CapturedBasis basis = new CapturedBasis(2);
    basis.add(0, new double[] {1, 0});
    basis.add(1, new double[] {0, 1});
    BidirectionalGate gate = new BidirectionalGate(basis, 1, random.nextLong());
    ResidualOperator a =
        new ResidualOperator(DirectedOperator.given(CommonOps_DDRM.diag(1, -2)), basis);
    gate.update(a, 0);
    assertTrue(gate.read(a).plus().isEmpty());
    basis.remove(1);
    gate.update(a, 2);
    assertEquals(-2, gate.read(a).plus().orElseThrow().rayleigh(), 1e-12);
    basis.remove(0);
    DMatrixRMaj turned = RandomMatrices.orthogonal(2, random);
    ResidualOperator b = operator(new double[] {1, -2}, turned, basis);
    for (int t = 0; t < 400; t++) {
      gate.update(b, 2.3);
    }
    assertEquals(1, gate.read(b).plus().orElseThrow().rayleigh(), 1e-6);
    assertEquals(-2, gate.read(b).minus().orElseThrow().rayleigh(), 1e-6);
  }

  private static double angle(Probe probe, DMatrixRMaj v, int column) {
    double overlap = Vectors.overlap(probe.direction().values(), RandomMatrices.column(v, column));
    return Math.acos(Math.min(1, overlap));
  }

  /** Turns columns i and j of v into each other by an angle. */
  private static void rotate(DMatrixRMaj v, int i, int j, double angle) {
    double c = Math.cos(angle);
    double s = Math.sin(angle);
    for (int row = 0; row < v.numRows; row++) {
      double x = v.get(row, i);
      double y = v.get(row, j);
      v.set(row, i, c * x - s * y);
      v.set(row, j, s * x + c * y);
    }
  }

  @RepeatedTest(10)
  void theLabelsPlaneIsTheOneOutsideQThatTheSlopeTurnsMost(Random random) {
    int d = 6 + random.nextInt(20);
    CapturedBasis basis = new CapturedBasis(d);
    basis.add(0, Vectors.randomDirection(d, random));
    ResidualOperator a = operator(values(d, random), RandomMatrices.orthogonal(d, random), basis);
    double[] first = basis.randomOutside(random);
    double[] second = basis.randomOutside(random, first);
    double[] captured = basis.column(0);
    DMatrixRMaj slope = new DMatrixRMaj(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        // A symmetric share and one along Q, however large, say nothing.
        slope.set(
            i,
            j,
            2 * first[i] * second[j] + 9 * captured[i] * first[j] + 5 * captured[i] * captured[j]);
      }
    }
    GateReading reading = LabelGate.readingOf(slope, a);
    double[] plus = reading.plus().orElseThrow().direction().values();
    double[] minus = reading.minus().orElseThrow().direction().values();
    assertEquals(0, Vectors.dot(plus, minus), 1e-9);
    assertEquals(0, Vectors.dot(plus, captured), 1e-9);
    double turned = Vectors.dot(plus, first) * Vectors.dot(minus, second);
    turned -= Vectors.dot(minus, first) * Vectors.dot(plus, second);
    assertEquals(1, turned, 1e-9, "the motor that the slope asks for, not its opposite");
  }
}
