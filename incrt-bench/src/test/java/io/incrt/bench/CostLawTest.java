package io.incrt.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.incrt.bench.measure.MeasuredSteps;
import io.incrt.bench.measure.MeasuredSteps.Heads;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.bench.measure.Preset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class CostLawTest {

  private static List<Results.Point> points(ToDoubleFunction<Size> time) {
    List<Results.Point> points = new ArrayList<>();
    for (Results.Point point : Plan.full().lawSizes()) {
      points.add(new Results.Point(point.varies(), point.size(), time.applyAsDouble(point.size())));
    }
    return points;
  }

  private static CostLaw.Exponent of(String varies, List<CostLaw.Exponent> exponents) {
    return exponents.stream().filter(e -> e.varies().equals(varies)).findFirst().orElseThrow();
  }

  @Test
  void exponentsOfAPowerLawAreFound() {
    List<CostLaw.Exponent> fitted =
        CostLaw.exponents(
            points(s -> 3 * s.heads() * Math.pow(s.length(), 1.5) * Math.sqrt(s.width())));
    assertEquals(1, of("K", fitted).measured(), 1e-9);
    assertEquals(1.5, of("n", fitted).measured(), 1e-9);
    assertEquals(1.5, of("n", fitted).upper(), 1e-9);
    assertEquals(0.5, of("d", fitted).measured(), 1e-9);
    assertEquals(0, of("batch", fitted).measured(), 1e-9);
  }

  @Test
  void theFlopsOfAStepGrowLinearlyWithHeadsAndBatchAndFasterWithTokens() {
    List<CostLaw.Exponent> fitted = CostLaw.exponents(points(Costs::flops));
    assertEquals(1, of("K", fitted).counted(), 0.01);
    assertEquals(1, of("batch", fitted).counted(), 1e-9);
    assertEquals(true, of("n", fitted).counted() > 1.2 && of("n", fitted).counted() < 2);
    assertEquals(true, of("d", fitted).counted() < 1);
  }

  @Test
  void theTermsOfASumAreFoundAgain() {
    CostLaw law =
        CostLaw.fit(
            points(
                s ->
                    2
                        + Costs.projectionFlops(s) / 1e6 / 200
                        + Costs.attentionFlops(s) / 1e6 / 50
                        + Costs.activationNumbers(s) / 1e6 / 0.5));
    assertEquals(2, law.fixed(), 1e-6);
    assertEquals(200, law.projectionRate(), 1e-3);
    assertEquals(50, law.attentionRate(), 1e-3);
    assertEquals(0.5, law.numberRate(), 1e-6);
    assertEquals(0, law.error(), 1e-9);
    Size far = new Size(256, 16, 32, 8192, 1);
    double expected =
        2
            + Costs.projectionFlops(far) / 2e8
            + Costs.attentionFlops(far) / 5e7
            + Costs.activationNumbers(far) / 5e5;
    assertEquals(expected, law.milliseconds(far), 1e-3 * expected);
  }

  @Test
  void noTermIsNegative() {
    CostLaw law = CostLaw.fit(points(s -> Costs.projectionFlops(s) / 2e8 - 0.001));
    assertEquals(0, law.fixed());
    assertEquals(true, law.milliseconds(new Size(256, 16, 32, 128, 8)) > 0);
  }

  @Test
  void tooFewPointsAreRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> CostLaw.fit(points(Costs::flops).subList(0, 4)));
  }

  @Test
  void theWeightsCountedAreTheWeightsMade() {
    for (Preset preset : Preset.values()) {
      Size size = new Size(16, 16, 3, 8, 2).of(preset);
      try (MeasuredSteps steps = new MeasuredSteps(size, Heads.GROWN, false)) {
        assertEquals(steps.weightBytes(), (long) (Float.BYTES * Costs.weightNumbers(size)));
      }
    }
  }

  @Test
  void thePartsOfTheDefaultAreCounted() {
    Size alone = new Size(16, 16, 3, 8, 2);
    Size all = alone.of(Preset.DEFAULT);
    // Convolutions of widths 3 and 5 and twice 32 units, on 2 × 8 tokens, forward and twice back.
    double parts = 3 * 2 * 8 * (2 * 16 * 16 * 8 + 4 * 16 * 32);
    assertEquals(parts, Costs.flops(all) - Costs.flops(alone));
    assertEquals(parts, Costs.projectionFlops(all) - Costs.projectionFlops(alone), 1e-6 * parts);
    assertEquals(
        2 * 8 * (3 * (2.25 * 16 + 2) + 32),
        Costs.activationNumbers(all) - Costs.activationNumbers(alone));
  }
}
