package io.incrt.geometry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class ResidualOperatorTest {

  private static final double RELATIVE = 1e-10;

  @RepeatedTest(20)
  void deflatingAnEigenpairRemovesItsSquareFromTheEnergy(Random random) {
    Case c = Case.random(random);
    int i = random.nextInt(c.values.length);
    c.basis.add(0, RandomMatrices.column(c.vectors, i));
    double expected = c.energy() - c.values[i] * c.values[i];
    assertEquals(expected, squaredResidual(c), RELATIVE * c.energy());
  }

  @RepeatedTest(20)
  void deflatingBothEndsRemovesBothEigenvalues(Random random) {
    Case c = Case.random(random);
    Spectrum spectrum = Spectrum.of(c.b.matrix());
    c.basis.add(0, spectrum.maxVector());
    c.basis.add(0, spectrum.minVector());
    double removed = spectrum.max() * spectrum.max() + spectrum.min() * spectrum.min();
    assertEquals(c.energy() - removed, squaredResidual(c), RELATIVE * c.energy());
    assertEquals(
        Math.sqrt(removed),
        ResidualEnergies.of(c.residual()).heads().get(0),
        RELATIVE * Math.sqrt(c.energy()));
  }

  @RepeatedTest(20)
  void energiesEqualTheirDefinitionsOnAnyBasis(Random random) {
    Case c = Case.random(random);
    int heads = 1 + random.nextInt(Math.max(1, c.d() / 3));
    for (int head = 0; head < heads; head++) {
      c.basis.add(head, Vectors.randomDirection(c.d(), random));
      if (random.nextBoolean() && c.basis.size() < c.d() - 1) {
        c.basis.add(head, Vectors.randomDirection(c.d(), random));
      }
    }
    ResidualEnergies found = ResidualEnergies.of(c.residual());
    DMatrixRMaj a = c.residual().matrix();
    double scale = RELATIVE * c.energy();
    assertEquals(squared(a), found.residual() * found.residual(), scale);
    for (int head = 0; head < heads; head++) {
      CapturedBasis without = new CapturedBasis(c.d());
      CapturedBasis upTo = new CapturedBasis(c.d());
      for (int i = 0; i < c.basis.size(); i++) {
        if (c.basis.owner(i) != head) {
          without.add(c.basis.owner(i), c.basis.column(i));
        }
        if (c.basis.owner(i) <= head) {
          upTo.add(c.basis.owner(i), c.basis.column(i));
        }
      }
      double given = squared(new ResidualOperator(c.b, without).matrix()) - squared(a);
      assertEquals(given, Math.pow(found.heads().get(head), 2), scale);
      double deviation = 0;
      for (double[] q : c.basis.columnsOf(head)) {
        double[] bq = new double[c.d()];
        c.b.apply(q, bq);
        upTo.project(bq);
        deviation += Vectors.dot(bq, bq);
      }
      assertEquals(deviation, found.deviations().get(head), scale);
    }
  }

  @RepeatedTest(20)
  void birthsLowerTheLyapunovFunctionAndPruningRaisesItByTheirEnergyAtMost(Random random) {
    Case c = Case.random(random);
    double before = ResidualEnergies.of(c.residual()).lyapunov();
    int births = Math.max(1, c.d() / 2);
    for (int head = 0; head < births; head++) {
      c.basis.add(head, Vectors.randomDirection(c.d(), random));
      double after = ResidualEnergies.of(c.residual()).lyapunov();
      assertTrue(after <= before + RELATIVE * c.energy(), before + " rose to " + after);
      before = after;
    }
    for (int head = 0; head < births; head++) {
      double energy = ResidualEnergies.of(c.residual()).heads().get(head);
      c.basis.remove(head);
      double after = ResidualEnergies.of(c.residual()).lyapunov();
      assertTrue(after <= before + energy * energy + RELATIVE * c.energy());
      before = after;
    }
    assertEquals(c.energy(), before, RELATIVE * c.energy());
  }

  @RepeatedTest(10)
  void applyingTheResidualEqualsMultiplyingByItsMatrix(Random random) {
    Case c = Case.random(random);
    for (int i = 0; i < c.d() / 2; i++) {
      c.basis.add(i, Vectors.randomDirection(c.d(), random));
    }
    double[] x = Vectors.randomDirection(c.d(), random);
    double[] y = new double[c.d()];
    c.residual().apply(x, y);
    DMatrixRMaj column = new DMatrixRMaj(c.d(), 1, true, x);
    DMatrixRMaj expected = CommonOps_DDRM.mult(c.residual().matrix(), column, null);
    assertArrayEquals(expected.data, y, RELATIVE * Math.sqrt(c.energy()));
  }

  @RepeatedTest(10)
  void theSpectrumOfAResidualLeavesOutTheCapturedDirections(Random random) {
    Case c = Case.random(random);
    Spectrum whole = Spectrum.of(c.b.matrix());
    c.basis.add(0, whole.maxVector());
    Spectrum rest = Spectrum.of(c.residual());
    assertEquals(c.d() - 1, rest.size());
    double[] expected = java.util.Arrays.copyOf(whole.values(), c.d() - 1);
    assertArrayEquals(expected, rest.values(), 1e-9 * Math.sqrt(c.energy()));
    assertEquals(1, Vectors.overlap(whole.minVector(), rest.minVector()), 1e-6);
  }

  @RepeatedTest(5)
  void aFullBasisLeavesNothing(Random random) {
    Case c = Case.random(random);
    for (int i = 0; i < c.d(); i++) {
      c.basis.add(i, RandomMatrices.column(c.vectors, i));
    }
    assertEquals(0, ResidualEnergies.of(c.residual()).residual(), 1e-10 * Math.sqrt(c.energy()));
    assertEquals(0, Spectrum.of(c.residual()).size());
  }

  private static double squaredResidual(Case c) {
    double residual = ResidualEnergies.of(c.residual()).residual();
    return residual * residual;
  }

  private static double squared(DMatrixRMaj m) {
    return Vectors.dot(m.data, m.data);
  }

  /** A random operator with known eigenpairs, well apart from each other. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Case(
      double[] values, DMatrixRMaj vectors, DirectedOperator b, CapturedBasis basis) {

    static Case random(Random random) {
      int d = 3 + random.nextInt(40);
      double[] values = new double[d];
      for (int i = 0; i < d; i++) {
        values[i] = (i - d / 2.0) * (1 + 0.3 * random.nextDouble()) + 0.2;
      }
      DMatrixRMaj vectors = RandomMatrices.orthogonal(d, random);
      DMatrixRMaj matrix = RandomMatrices.withSpectrum(values, vectors);
      return new Case(values, vectors, DirectedOperator.given(matrix), new CapturedBasis(d));
    }

    int d() {
      return values.length;
    }

    ResidualOperator residual() {
      return new ResidualOperator(b, basis);
    }

    double energy() {
      return squared(b.matrix());
    }
  }
}
