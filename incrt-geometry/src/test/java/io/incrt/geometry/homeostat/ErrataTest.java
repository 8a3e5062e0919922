package io.incrt.geometry.homeostat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.geometry.DirectedOperator;
import io.incrt.geometry.Motor;
import io.incrt.geometry.RandomMatrices;
import io.incrt.geometry.Seeded;
import io.incrt.geometry.Spectrum;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.homeostat.LayerObservation.GivenOperator;
import io.incrt.geometry.policy.Criterion;
import io.incrt.geometry.policy.Deflation;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.geometry.policy.WidthPolicy;
import io.incrt.geometry.prediction.HeadCountPrediction;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Where the printed rules lead: the rows of docs/paper-and-us.md that concern the Homeostat. */
@ExtendWith(Seeded.class)
class ErrataTest {

  /** Counts of one run on a stationary operator. */
  private record Counts(int births, int prunings, boolean settled) {}

  private static Counts run(DMatrixRMaj b, HomeostatSettings settings, long steps) {
    Homeostat homeostat = new Homeostat(b.numRows, settings);
    int births = 0;
    int prunings = 0;
    for (long step = 0; step < steps; step++) {
      for (Decision decision :
          homeostat.observe(step, List.of(new GivenOperator(0, b))).decisions()) {
        births += decision instanceof Decision.GiveBirth ? 1 : 0;
        prunings += decision instanceof Decision.Prune ? 1 : 0;
      }
    }
    return new Counts(births, prunings, homeostat.isSettled());
  }

  @RepeatedTest(3)
  void capturingTheMajorDirectionAloneUnderTheEnergyTestNeverSettles(Random random) {
    HomeostatSettings defaults = HomeostatSettings.defaults();
    WidthPolicy width =
        defaults.width().withDeflation(Deflation.PRINCIPAL).withDwell(20).withPruneAfter(20);
    // Three positive eigenvalues, eight negative ones, five next to zero. θ_w = 0.6 Γ lies below
    // what the negative ones carry, and from the top down the five stand before them.
    double[] values = new double[16];
    Arrays.fill(values, 0, 3, 1);
    Arrays.fill(values, 3, 11, -1);
    Arrays.fill(values, 11, 16, 1e-3 * random.nextDouble());
    DMatrixRMaj b = RandomMatrices.withSpectrum(values, RandomMatrices.orthogonal(16, random));
    Counts counts = run(b, defaults.withWidth(width), 4000);
    assertFalse(counts.settled());
    assertTrue(counts.births() > 16, "more births than dimensions: " + counts);
    assertTrue(counts.prunings() > 0, counts.toString());
    assertTrue(
        HeadCountPrediction.of(values, width, 0.6 * Math.sqrt(11)).spectral().isEmpty(),
        "the spectral count says so beforehand");
    assertTrue(run(b, defaults, 4000).settled(), "PLANE settles on the same operator");
  }

  @RepeatedTest(3)
  void thePrintedTestNeverFiresOnABroadSpectrum(Random random) {
    double[] values = new double[64];
    for (int i = 0; i < 64; i++) {
      values[i] = (i % 2 == 0 ? 1 : -1) * (1 + 0.2 * random.nextDouble());
    }
    DMatrixRMaj flat = RandomMatrices.withSpectrum(values, RandomMatrices.orthogonal(64, random));
    Counts counts = run(flat, HomeostatSettings.paper(), 2000);
    assertEquals(new Counts(0, 0, true), counts, "it stops where it began, at the seed head");
  }

  @RepeatedTest(3)
  void theLargestEigenvalueAtInitialisationIsFarBelowThePrintedThreshold(Random random) {
    int d = 128;
    DMatrixRMaj x = RandomMatrices.gaussian(4 * d, d, random);
    DMatrixRMaj gram = CommonOps_DDRM.multInner(x, null);
    DMatrixRMaj wq = RandomMatrices.gaussian(d, 64, random);
    DMatrixRMaj wk = RandomMatrices.gaussian(d, 64, random);
    DirectedOperator b = DirectedOperator.of(gram, Motor.ofFactors(wq, wk));
    double ratio = Spectrum.of(b.matrix()).max() / b.energy();
    assertTrue(ratio < 0.4, "λ_max/Γ is " + ratio + ", so λ_max > 0.4 Γ cannot fire");
  }

  @Test
  void atMostSixEigenvaluesCanExceedThePrintedThreshold() {
    WidthPolicy paper = HomeostatSettings.paper().width();
    double[] six = new double[32];
    Arrays.fill(six, 0, 6, 1.0);
    six[31] = -1e-9;
    double theta = 0.4 * Math.sqrt(6);
    assertEquals(6, HeadCountPrediction.of(six, paper, theta).spectral().orElseThrow(), "the most");
    double[] seven = six.clone();
    seven[6] = 1;
    assertEquals(
        0,
        HeadCountPrediction.of(seven, paper, 0.4 * Math.sqrt(7)).spectral().orElseThrow(),
        "seven equal ones all lie below it");
  }

  @Test
  void spectralGrowthNeedsADirectionToSuppress() {
    HomeostatSettings paper = HomeostatSettings.paper();
    Counts definite = run(CommonOps_DDRM.diag(3, 2, 2), paper, 1500);
    assertEquals(0, definite.births(), "λ_min is far above φ_w");
    assertFalse(definite.settled(), "and λ_max above θ_w: neither growth nor a stop");
    Counts indefinite = run(CommonOps_DDRM.diag(3, 2, -2), paper, 1500);
    assertEquals(new Counts(2, 0, true), indefinite);
    assertEquals(Criterion.SPECTRAL, paper.width().criterion());
  }
}
