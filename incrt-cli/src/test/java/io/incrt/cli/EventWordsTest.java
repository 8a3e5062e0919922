package io.incrt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.incrt.event.GrowthEvent;
import io.incrt.geometry.growth.Reason;
import io.incrt.report.EventWords;
import org.junit.jupiter.api.Test;

class EventWordsTest {

  private static String whyBorn(Reason reason) {
    GrowthEvent.Measured measured = new GrowthEvent.Measured(1, -2, 3, 4, 5, 6, 7, 8, 9);
    return EventWords.why(new GrowthEvent.HeadBorn(10, 0, 1, 2, 0.5, false, measured, reason));
  }

  @Test
  void aBirthIsExplainedByTheRuleThatDecidedIt() {
    String byEnergy = whyBorn(new Reason("energy", 3, 5));
    assertEquals("Γ_res 3 > θ_w 5", byEnergy);
    assertEquals(byEnergy, whyBorn(null), "older versions knew no other rule to name");
    assertEquals("λ 0.500 > θ_w 0.250", whyBorn(new Reason("spectral", 0.5, 0.25)));
    assertEquals("evidence: 7 against 2", whyBorn(new Reason("evidence", 7, 2)));
  }
}
