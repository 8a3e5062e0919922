package io.incrt.geometry.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PolicyTest {

  private static final HomeostatSettings DEFAULTS = HomeostatSettings.defaults();

  @Test
  void theGuardHoldsThePruneThresholdBelowWhatSomeDirectionMustCarry() {
    WidthPolicy width = DEFAULTS.width();
    assertEquals(0.05, width.pruneThreshold(1, 16), 1e-15);
    assertEquals(0.05, width.pruneThreshold(1, 256), 1e-15);
    assertEquals(0.025, width.pruneThreshold(1, 1024), 1e-15);
    for (int d = 1; d < 5000; d++) {
      assertTrue(width.pruneThreshold(1, d) < 1 / Math.sqrt(d), "d = " + d);
    }
    assertEquals(0.05, HomeostatSettings.paper().width().pruneThreshold(1, 1024), 1e-15);
  }

  @Test
  void eachCriterionReadsItsOwnFigure() {
    WidthPolicy energy = DEFAULTS.width();
    WidthPolicy spectral = energy.withCriterion(Criterion.SPECTRAL);
    assertTrue(energy.sufficient(1, 5, 1));
    assertFalse(energy.sufficient(1.1, 0, 1));
    assertTrue(spectral.sufficient(5, 1, 1));
    assertFalse(spectral.sufficient(0, 1.1, 1));
    assertTrue(energy.mayGrow(3, 0.1));
    assertFalse(spectral.mayGrow(3, 0.1));
    assertTrue(spectral.mayGrow(-3, 0.1));
    assertEquals(Reference.INITIAL, energy.withReference(Reference.INITIAL).reference());
  }

  @Test
  void settingsOutOfRangeAreRefusedByName() {
    assertMessage(
        "homeostat.width.tau must be a positive number but is 0.0",
        () -> DEFAULTS.width().withTau(0));
    assertMessage(
        "homeostat.width.dwell must be at least 0 but is -1", () -> DEFAULTS.width().withDwell(-1));
    assertMessage(
        "homeostat.dimensions.tau must be from 0.0 to 1.0 but is 1.5",
        () -> DEFAULTS.dimensions().withTau(1.5));
    assertMessage(
        "homeostat.depth.maxLayers must be at least 1 but is 0",
        () -> DEFAULTS.depth().withMaxLayers(0));
    assertMessage(
        "homeostat.gate.tolerance must be a positive number but is NaN",
        () -> DEFAULTS.gate().withTolerance(Double.NaN));
    assertMessage(
        "homeostat.checkEvery must be at least 1 but is 0", () -> DEFAULTS.withCheckEvery(0));
    assertMessage(
        "the PCA gate follows one end only and needs deflation DOMINANT, not PLANE",
        () -> DEFAULTS.withGate(DEFAULTS.gate().withKind(GateKind.PCA)));
  }

  private static void assertMessage(String expected, Runnable action) {
    assertEquals(expected, assertThrows(IllegalArgumentException.class, action::run).getMessage());
  }
}
