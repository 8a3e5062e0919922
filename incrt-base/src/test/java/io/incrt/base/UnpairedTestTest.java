package io.incrt.base;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class UnpairedTestTest {

  @Test
  void fisherGivesTheKnownProbabilities() {
    // The lady tasting tea: 3 of 4 and 1 of 4; (1 + 16 + 16 + 1) / 70.
    assertEquals(34.0 / 70, UnpairedTest.fisher(3, 4, 1, 4), 1e-12);
    // All right against all wrong.
    assertEquals(2.0 / 252, UnpairedTest.fisher(5, 5, 0, 5), 1e-12);
    // R: fisher.test(matrix(c(8, 2, 1, 5), 2)).
    assertEquals(0.03496503, UnpairedTest.fisher(8, 10, 1, 6), 1e-8);
    assertEquals(1, UnpairedTest.fisher(7, 10, 7, 10), 1e-12);
    assertEquals(1, UnpairedTest.fisher(10, 10, 4, 4), 1e-12);
  }

  @Test
  void fisherFollowsTheNormalDistributionForMany() {
    // z = (Δ − 1/n) / √(2p(1 − p)/n) = 1.98 with the correction for continuity.
    assertEquals(0.0477, UnpairedTest.fisher(50_443, 100_000, 50_000, 100_000), 1e-3);
    assertTrue(UnpairedTest.fisher(900_000, 1_000_000, 100_000, 1_000_000) < 1e-300);
    assertEquals(
        UnpairedTest.fisher(93, 100, 180, 200), UnpairedTest.fisher(180, 200, 93, 100), 1e-9);
  }

  @Test
  void theIntervalOfADifferenceIsNewcombes() {
    // The examples (a) and (e) of Newcombe 1998, table II, method 10.
    UnpairedTest.Interval a = UnpairedTest.difference(56, 70, 48, 80);
    assertEquals(0.0524, a.low(), 5e-5);
    assertEquals(0.3339, a.high(), 5e-5);
    UnpairedTest.Interval e = UnpairedTest.difference(5, 56, 0, 29);
    assertEquals(-0.0381, e.low(), 5e-5);
    assertEquals(0.1926, e.high(), 5e-5);
  }

  @Test
  void wilsonStaysWithinZeroAndOne() {
    // 81 of 263, Newcombe's first example: 0.2553 to 0.3662.
    assertEquals(0.2553, UnpairedTest.wilson(81, 263).low(), 5e-5);
    assertEquals(0.3662, UnpairedTest.wilson(81, 263).high(), 5e-5);
    assertEquals(1, UnpairedTest.wilson(20, 20).high());
    assertEquals(0, UnpairedTest.wilson(0, 20).low());
  }

  @Test
  void holmCorrectsStepByStep() {
    assertArrayEquals(
        new double[] {0.03, 0.06, 0.06, 0.02}, Holm.corrected(0.01, 0.04, 0.03, 0.005), 1e-12);
    assertArrayEquals(new double[] {1, 1}, Holm.corrected(0.6, 0.9), 1e-12);
    assertArrayEquals(new double[] {0.04}, Holm.corrected(0.04), 1e-12);
    assertEquals(0, Holm.corrected().length);
  }

  @Test
  void wrongInputIsNamed() {
    assertThrows(IllegalArgumentException.class, () -> UnpairedTest.fisher(3, 2, 1, 4));
    assertThrows(IllegalArgumentException.class, () -> UnpairedTest.wilson(0, 0));
    assertThrows(IllegalArgumentException.class, () -> Holm.corrected(0.5, Double.NaN));
  }
}
