package io.incrt.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PairedTestTest {

  @Test
  void smallSplitsHaveTheProbabilitiesOfCoinTosses() {
    assertEquals(2.0 / 32, PairedTest.mcNemar(0, 5), 1e-12);
    assertEquals(2 * (1 + 10 + 45) / 1024.0, PairedTest.mcNemar(8, 2), 1e-12);
    assertEquals(
        2.0 * (1 + 21 + 210 + 1330 + 5985 + 20349 + 54264) / (1 << 21),
        PairedTest.mcNemar(6, 15),
        1e-12);
  }

  @Test
  void equalSplitsShowNothing() {
    assertEquals(1, PairedTest.mcNemar(0, 0));
    assertEquals(1, PairedTest.mcNemar(7, 7));
    assertEquals(1, PairedTest.mcNemar(3, 4), 1e-12);
  }

  @Test
  void theOrderOfTheTwoDoesNotMatter() {
    assertEquals(PairedTest.mcNemar(31, 12), PairedTest.mcNemar(12, 31));
  }

  @Test
  void largeSplitsFollowTheNormalDistribution() {
    // z = (1000 − 1) / √1 000 000 with the correction for continuity.
    assertEquals(0.3178, PairedTest.mcNemar(500_500, 499_500), 1e-4);
    assertTrue(PairedTest.mcNemar(600_000, 400_000) < 1e-300);
  }

  @Test
  void predictionsAreCountedWhereOnlyOneIsRight() {
    int[] labels = {0, 1, 2, 0, 1, 2, 0};
    int[] first = {0, 1, 2, 0, 1, 2, 1};
    int[] second = {1, 2, 0, 1, 2, 2, 1};
    assertEquals(PairedTest.mcNemar(5, 0), PairedTest.mcNemar(labels, first, second));
  }

  @Test
  void wrongInputIsNamed() {
    assertThrows(IllegalArgumentException.class, () -> PairedTest.mcNemar(-1, 2));
    assertThrows(
        IllegalArgumentException.class,
        () -> PairedTest.mcNemar(new int[2], new int[2], new int[3]));
  }
}
