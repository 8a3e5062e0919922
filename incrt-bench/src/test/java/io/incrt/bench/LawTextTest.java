package io.incrt.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LawTextTest {

  private static String said(double measured, double counted) {
    return LawText.againstFlops(new CostLaw.Exponent("d", measured, counted, 0, 0));
  }

  @Test
  void theTimeGrowsLessMoreOrAsTheFlopsByTheNumbersAlone() {
    assertEquals("d: e = 0.55 is 0.17 below that of the FLOPs.", said(0.55, 0.72));
    assertEquals("d: e = 0.95 is 0.23 above that of the FLOPs.", said(0.95, 0.72));
    assertEquals("d: e = 0.75 is within 0.1 of that of the FLOPs.", said(0.75, 0.72));
    assertEquals("d: e = 0.65 is within 0.1 of that of the FLOPs.", said(0.65, 0.72));
  }
}
