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
    assertEquals("taste: 7 against 2", whyBorn(new Reason("taste", 7, 2)));
    assertEquals("on trial", whyBorn(new Reason("evidence", 7, 2)));
  }

  @Test
  void whatDidNotProveItselfSaysWhatItWasWorth() {
    Reason reason = new Reason("evidence", 0.001, 0.004);
    GrowthEvent.Measured measured = new GrowthEvent.Measured(1, -2, 3, 4, 5, 6, 7, 8, 9);
    String expected = "worth 0.001 nats to the judges, less than the 0.004 asked for";
    assertEquals(expected, EventWords.why(new GrowthEvent.LayerRemoved(9, 0, 0.5, reason)));
    assertEquals(
        expected, EventWords.why(new GrowthEvent.HeadPruned(9, 0, 1, 3, measured, reason)));
    GrowthEvent part = new GrowthEvent.PartRemoved(9, "convolution", 1, 0.001, 0.002, reason);
    assertEquals(expected, EventWords.why(part));
    assertEquals("convolution 1 removed", EventWords.what(part));
  }
}
