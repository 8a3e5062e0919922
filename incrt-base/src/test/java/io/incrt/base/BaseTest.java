package io.incrt.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.base.file.Digests;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class BaseTest {

  @Test
  void theMedianIsInTheMiddle() {
    assertEquals(2, Statistics.median(3, 1, 2));
    assertEquals(2.5, Statistics.median(4, 1, 2, 3));
    assertEquals(7, Statistics.median(List.of(7.0)));
    assertTrue(Double.isNaN(Statistics.median()));
  }

  @Test
  void quantilesMeanAndDeviationFollowTheirDefinitions() {
    List<Double> values = List.of(4.0, 1.0, 3.0, 2.0);
    assertEquals(2, Statistics.quantile(values, 0.5));
    assertEquals(4, Statistics.quantile(values, 0.99));
    assertEquals(1, Statistics.quantile(values, 0));
    assertEquals(2.5, Statistics.mean(1, 2, 3, 4));
    assertEquals(Math.sqrt(5.0 / 3), Statistics.deviation(1, 2, 3, 4), 1e-12);
    assertTrue(Double.isNaN(Statistics.deviation(1)));
    assertTrue(Double.isNaN(Statistics.quantile(List.of(), 0.5)));
  }

  @Test
  void whatDoesNotFitIsRefusedByNameRangeAndValue() {
    assertRefused("a.b must be at least 3 but is 2", () -> Ranges.atLeast("a.b", 2, 3));
    assertRefused("x must be a positive number but is NaN", () -> Ranges.positive("x", Double.NaN));
    assertRefused("x must be from 0.0 to 1.0 but is 1.5", () -> Ranges.between("x", 1.5, 0, 1));
    assertRefused("x must be from 0 to less than 1 but is 1.0", () -> Ranges.rate("x", 1));
    assertRefused(
        "x must be 0 or more but is Infinity",
        () -> Ranges.notNegative("x", Double.POSITIVE_INFINITY));
    assertRefused("x must be 0 or more but is -3", () -> Ranges.notNegative("x", -3));
    assertRefused(
        "x must be even, as feet are, but is 3",
        () -> Ranges.require("x", 3, false, "even, as feet are,"));
    Ranges.atLeast("x", 3, 3);
    Ranges.notNegative("x", 0);
    Ranges.notNegative("x", Long.MAX_VALUE);
    Ranges.rate("x", 0);
    Ranges.between("x", 1, 0, 1);
  }

  private static void assertRefused(String message, Executable check) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, check).getMessage());
  }

  @Test
  void theDigestOfPiecesIsThatOfTheWhole() {
    assertEquals(
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        Digests.sha256().add("a").add((byte) 'b').add((byte) 'c').hex());
    assertEquals(32, Digests.sha256().bytes().length);
  }
}
