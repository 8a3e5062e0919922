package io.incrt.geometry.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.geometry.Seeded;
import io.incrt.geometry.policy.Criterion;
import io.incrt.geometry.policy.Deflation;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.geometry.policy.WidthPolicy;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class PredictionTest {

  private static final WidthPolicy PLANE = HomeostatSettings.defaults().width();

  @Test
  void theThreePredictionsOnASpectrumWorkedOutByHand() {
    // Γ² = 9 + 16 + 4 + 1 = 30, θ = 0.6 √30, θ² = 10.8. The ends 3 and −4 leave 5 ≤ 10.8.
    double[] values = {3, -4, 2, -1};
    double theta = 0.6 * Math.sqrt(30);
    HeadCountPrediction plane = HeadCountPrediction.of(values, PLANE, theta);
    assertEquals(1, plane.spectral().orElseThrow());
    assertEquals(5, plane.delta0(), 1e-12);
    assertEquals(30 / 25.0 * Math.log(1 / 0.6), plane.paper(), 1e-12);
    assertEquals(30 / 25.0 * 0.64, plane.bound(), 1e-12);
    // One by one: −4 leaves 14, 3 leaves 5.
    HeadCountPrediction single =
        HeadCountPrediction.of(values, PLANE.withDeflation(Deflation.DOMINANT), theta);
    assertEquals(2, single.spectral().orElseThrow());
    assertEquals(3, single.delta0(), 1e-12);
    // From the top down, 3, 2, −1, −4: the strongest comes last.
    WidthPolicy fromTheTop = PLANE.withDeflation(Deflation.PRINCIPAL);
    assertEquals(4, HeadCountPrediction.of(values, fromTheTop, theta).spectral().orElseThrow());
    // With a direction of next to no energy in between, what is captured is pruned again.
    double[] gap = {3, -4, 2, -1e-3};
    assertTrue(HeadCountPrediction.of(gap, fromTheTop, theta).spectral().isEmpty());
  }

  @RepeatedTest(20)
  void theCountNeverExceedsTheAdditiveBound(Random random) {
    double[] values = random.doubles(2 + random.nextInt(50), -1, 1).toArray();
    double gamma = Math.sqrt(Arrays.stream(values).map(x -> x * x).sum());
    double tau = 0.05 + 0.9 * random.nextDouble();
    Deflation deflation = random.nextBoolean() ? Deflation.PLANE : Deflation.DOMINANT;
    HeadCountPrediction prediction =
        HeadCountPrediction.of(values, PLANE.withDeflation(deflation).withTau(tau), tau * gamma);
    assertTrue(prediction.spectral().orElseThrow() <= Math.ceil(prediction.bound() * (1 + 1e-9)));
  }

  @Test
  void theSpectralTestOfAStrongerEndReadsBothEnds() {
    WidthPolicy dominant =
        PLANE.withCriterion(Criterion.SPECTRAL).withDeflation(Deflation.DOMINANT);
    // 5, −4, 3 and −2 exceed 1.5 in size; 0.5 and −0.4 do not.
    double[] values = {5, -4, 3, -2, 0.5, -0.4};
    assertEquals(4, HeadCountPrediction.of(values, dominant, 1.5).spectral().orElseThrow());
  }

  @Test
  void aZeroOperatorAsksForNothing() {
    HeadCountPrediction none = HeadCountPrediction.of(new double[3], PLANE, 0);
    assertEquals(new HeadCountPrediction(0, 0, 0, OptionalInt.of(0)), none);
    assertEquals(0, none.kappa());
    assertEquals(0, none.paper());
    assertEquals(0, none.bound());
  }

  @Test
  void thePapersOwnNumbersComeOutOfItsFormulaOnlyWithLogTen() {
    assertEquals(191, HeadCountPrediction.paperFormula(9.1, 10, 1), 0.5);
    assertEquals(76, HeadCountPrediction.paperFormula(9.1, 1, 0.4), 0.5);
    // κ on the real sets is K_obs inverted: 11.91² log 2.5 = 130, 12.44² log 2.5 = 142.
    assertEquals(130, HeadCountPrediction.paperFormula(11.91, 1, 0.4), 0.5);
    assertEquals(142, HeadCountPrediction.paperFormula(12.44, 1, 0.4), 0.5);
  }

  @Test
  void theProvenEnvelopeHoldsAndThePrintedOneFallsTwiceAsFast() {
    // Four equal directions, captured one by one: Γ_k = √(4 − k), κ = 2.
    DecayEnvelope envelope = new DecayEnvelope(2, 2);
    assertEquals(0.75, envelope.rho(), 1e-15);
    for (int k = 0; k <= 4; k++) {
      double actual = Math.sqrt(4 - k);
      assertEquals(actual, envelope.proven(k), 1e-12);
      assertTrue(actual <= 2 * Math.pow(envelope.rho(), k / 2.0) + 1e-12);
    }
    assertTrue(envelope.paper(1) < Math.sqrt(3), "the printed envelope lies below the energy");
    assertEquals(1.5, envelope.paper(1), 1e-15);
    assertEquals(0, new DecayEnvelope(3, 1).rho());
    assertEquals(0, new DecayEnvelope(0, 0).proven(0));
  }

  @Test
  void theEfficiencyConstantLiesBetweenAHalfAndOne() {
    assertEquals(0.5, HeadCountPrediction.efficiency(2, 2));
    assertEquals(1, HeadCountPrediction.efficiency(2, 0));
  }

  @Test
  void kernelConstantsAreInverse() {
    double best = NtkConstants.optimalValueVariance(64, 512, 32);
    assertEquals(1024, best);
    assertEquals(1, NtkConstants.alignment(best, 32, 64, 512));
    assertEquals(0.5, NtkConstants.alignment(512, 32, 64, 512));
  }

  @Test
  void thePacBoundIsTheSumOfItsTerms() {
    PacBound bound = PacBound.of(2, 3, 4, 5, 0.5, 0.1, 200);
    assertEquals(2 * 9 * 4 * Math.log(200) / 0.25 * 5, bound.estimation(), 1e-9);
    assertEquals(1000, bound.gateConvergence());
    assertEquals(bound.estimation() + 1000, bound.samples());
    assertEquals(0, PacBound.of(2, 3, 4, 0, 0.5, 0.1, 200).samples());
    assertEquals(
        Math.sqrt(2.0 * 5 * 4 * Math.log(1000) / 1000), PacBound.rademacher(5, 4, 1000), 1e-12);
    assertThrows(IllegalArgumentException.class, () -> PacBound.of(2, 3, 4, 5, 0, 0.1, 200));
    assertThrows(IllegalArgumentException.class, () -> PacBound.of(2, 3, 4, 5, 0.5, 1, 200));
  }
}
