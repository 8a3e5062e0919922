package io.incrt.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.bench.measure.PhaseTimes.Kind;
import io.incrt.train.StepTimer.Phase;
import org.junit.jupiter.api.Test;

class PhaseTimesTest {

  private long nanoseconds;
  private final PhaseTimes phases = new PhaseTimes(() -> nanoseconds);

  private void phase(Phase phase, double milliseconds) {
    nanoseconds += Math.round(1e6 * milliseconds);
    phases.ended(phase);
  }

  /** A step whose phases take 1, 10, 20, 2 and 3 ms, and what the Homeostat takes. */
  private void step(Kind kind, double watch) {
    phases.begin();
    phase(Phase.FORWARD, 4);
    phase(Phase.DATA, 1);
    phase(Phase.FORWARD, 6);
    phase(Phase.BACKWARD, 20);
    phase(Phase.WATCH, watch);
    phase(Phase.UPDATE, 2);
    phase(Phase.SURGERY, 1);
    nanoseconds += 2_000_000;
    phases.end(kind);
  }

  @Test
  void partsOfAPhaseAreAddedAndTheReleaseIsWhatComesLast() {
    step(Kind.WATCHED, 5);
    MeasuredSteps.Times times = MeasuredSteps.times(phases);
    assertEquals(new MeasuredSteps.Times(1, 10, 20, 2, 3, 5, 0), times);
    assertEquals(36, times.unwatched());
    assertEquals(41, times.watched());
  }

  @Test
  void theGateIsTheMedianOfPlainStepsAndDecisionsTheRestOfChecksOverTenSteps() {
    for (double watch : new double[] {2, 3, 100}) {
      step(Kind.WATCHED, watch);
    }
    for (double watch : new double[] {20, 23, 24}) {
      step(Kind.CHECKED, watch);
    }
    MeasuredSteps.Times times = MeasuredSteps.times(phases);
    assertEquals(3, times.gate(), 1e-9);
    assertEquals(2, times.decisions(), 1e-9, "(23 − 3)/10");
    assertEquals(10, times.forward(), 1e-9);
    assertEquals(3, phases.count(Kind.WATCHED));
    assertEquals(3, phases.count(Kind.CHECKED));
  }

  @Test
  void aCheckIsNeverCheaperThanTheGate() {
    step(Kind.WATCHED, 5);
    step(Kind.CHECKED, 4);
    assertEquals(0, MeasuredSteps.times(phases).decisions());
  }

  @Test
  void withoutAHomeostatReadingTheLossIsPartOfTheForwardPass() {
    step(Kind.UNWATCHED, 0.5);
    MeasuredSteps.Times times = MeasuredSteps.times(phases);
    assertEquals(new MeasuredSteps.Times(1, 10.5, 20, 2, 3, 0, 0), times);
    assertTrue(Double.isNaN(phases.median(Phase.WATCH, Kind.UNWATCHED)));
  }

  @Test
  void forgottenStepsDoNotCount() {
    step(Kind.WATCHED, 50);
    phases.clear();
    step(Kind.WATCHED, 5);
    assertEquals(5, MeasuredSteps.times(phases).gate());
    assertEquals(1, phases.count(Kind.WATCHED));
  }
}
