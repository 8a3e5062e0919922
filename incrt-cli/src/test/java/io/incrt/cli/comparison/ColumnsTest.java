package io.incrt.cli.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnsTest {

  @Test
  void columnsStandBelowEachOtherAndNoLineEndsInBlanks() {
    assertEquals(
        List.of("a    one two x", "     three"),
        Columns.row(List.of("a", "one two three", "x"), 4, 7, 3));
  }

  @Test
  void whatIsLongIsBrokenAtBlanksAndOnlyThenWithinWords() {
    assertEquals(List.of("ab", "cdef", "g"), Columns.broken("ab cdefg", 4));
    assertEquals(List.of("  95 %", "  interval"), Columns.broken("  95 % interval", 10));
    assertEquals(List.of(""), Columns.broken("", 4));
    assertEquals(List.of("1\u00a0234", "x"), Columns.broken("1\u00a0234 x", 6));
  }

  @Test
  void lettersOutsideTheBasicPlaneAreNotCutInHalf() {
    assertEquals(List.of("🧬🧬", "🧬"), Columns.broken("🧬🧬🧬", 2));
  }
}
