package io.incrt.geometry.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.geometry.DirectedOperator;
import io.incrt.geometry.RandomMatrices;
import io.incrt.geometry.Seeded;
import io.incrt.geometry.Vectors;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class ComponentRuleTest {

  /** A random matrix of unit energy whose extreme eigenvalues stand apart from the rest. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Case(DirectedOperator a, double[] major, double[] minor) {

    static Case random(Random random, boolean definite) {
      int d = 3 + random.nextInt(30);
      double[] values = new double[d];
      for (int i = 1; i < d - 1; i++) {
        values[i] = definite ? 0.3 + 0.5 * random.nextDouble() : 1.4 * random.nextDouble() - 0.7;
      }
      values[0] = definite ? 0.1 : -0.9 - 0.3 * random.nextDouble();
      values[d - 1] = 1 + 0.3 * random.nextDouble();
      double norm = Vectors.norm(values);
      Vectors.scale(values, 1 / norm);
      DMatrixRMaj v = RandomMatrices.orthogonal(d, random);
      return new Case(
          DirectedOperator.given(RandomMatrices.withSpectrum(values, v)),
          RandomMatrices.column(v, d - 1),
          RandomMatrices.column(v, 0));
    }

    double[] run(ComponentRule rule, int steps, double step, Random random) {
      double[] u = Vectors.randomDirection(a.dimension(), random);
      double[] au = new double[u.length];
      for (int t = 0; t < steps; t++) {
        a.apply(u, au);
        rule.move(u, au, step, 1);
      }
      return u;
    }
  }

  @RepeatedTest(20)
  void ojaReachesTheMajorEigenvector(Random random) {
    Case c = Case.random(random, random.nextBoolean());
    double[] u = c.run(ComponentRule.OJA_MAJOR, 3000, 1, random);
    assertTrue(Vectors.overlap(u, c.major) >= 1 - 1e-6, "overlap " + Vectors.overlap(u, c.major));
    assertTrue(ComponentRule.OJA_MAJOR.seeksMajor());
  }

  @RepeatedTest(20)
  void shiftedExinReachesTheMinorEigenvector(Random random) {
    Case c = Case.random(random, random.nextBoolean());
    double[] u = c.run(ComponentRule.EXIN_SHIFTED, 5000, 1, random);
    assertTrue(Vectors.overlap(u, c.minor) >= 1 - 1e-6, "overlap " + Vectors.overlap(u, c.minor));
    assertFalse(ComponentRule.EXIN_SHIFTED.seeksMajor());
  }

  @RepeatedTest(10)
  void printedExinReachesTheMinorEigenvectorOfADefiniteMatrix(Random random) {
    Case c = Case.random(random, true);
    double[] u = c.run(ComponentRule.EXIN_PRINTED, 60_000, 1, random);
    assertTrue(Vectors.overlap(u, c.minor) >= 1 - 1e-6, "overlap " + Vectors.overlap(u, c.minor));
  }

  @RepeatedTest(20)
  void printedExinRestsWhereTheRayleighQuotientOfAnIndefiniteMatrixIsZero(Random random) {
    Case c = Case.random(random, false);
    double[] u = c.run(ComponentRule.EXIN_PRINTED, 60_000, 0.5, random);
    assertEquals(0, c.a.rayleigh(u), 1e-3);
    assertTrue(c.a.rayleigh(c.minor) < -0.1, "the minor eigenvalue is far below zero");
    assertTrue(Vectors.overlap(u, c.minor) < 0.999);
  }

  @Test
  void theUnnormalisedRulesLeaveTheUnitSphere(Random random) {
    Case c = Case.random(random, false);
    double[] luo = c.run(ComponentRule.LUO, 300, 0.3, random);
    assertTrue(Vectors.norm(luo) > 1, "LUO keeps the norm in continuous time only");
    double[] feng = c.run(ComponentRule.FENG, 60, 0.3, random);
    assertTrue(!(Vectors.norm(feng) < 10), "FENG has no rest point where eigenvalues are negative");
    Case definite = Case.random(random, true);
    double[] oja = definite.run(ComponentRule.OJA, 2000, 0.3, random);
    double sphere = Math.abs(Vectors.norm(oja) - 1);
    assertTrue(sphere > 1e-6 || Double.isNaN(sphere), "OJA's norm error does not decay");
  }
}
