package io.incrt.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.incrt.bench.measure.PhaseTimes.Kind;
import io.incrt.tensor.Device;
import io.incrt.train.StepTimer.Phase;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasuredStepsTest {

  private static final MeasuredSteps.Size SMALL = new MeasuredSteps.Size(16, 16, 3, 6, 2);
  private static final MeasuredSteps.Size CROWDED = new MeasuredSteps.Size(8, 16, 12, 6, 2);

  private static MeasuredSteps ticking(boolean watched) {
    return new MeasuredSteps(
        SMALL, MeasuredSteps.Heads.UNEVEN, watched, Device.CPU, Map.of(), 1, new TickingClock());
  }

  @Test
  void aWatchedStepEndsEveryPhaseAsOftenAsTheTrainerHasIt() {
    try (MeasuredSteps steps = ticking(true)) {
      for (int i = 0; i < 3; i++) {
        steps.round();
      }
      // A batch of one piece ends forward and backward twice each, all else once; the release is
      // one more reading after the surgery's.
      assertEquals(new MeasuredSteps.Times(1, 2, 2, 1, 2, 1, 0), steps.times());
    }
  }

  @Test
  void aRoundHasOneStepThatTheHomeostatChecksAndOneThatItOnlySees() {
    try (MeasuredSteps steps = ticking(true)) {
      steps.warmUp();
      for (int i = 0; i < 3; i++) {
        steps.round();
      }
      assertEquals(3, steps.phases().count(Kind.CHECKED));
      assertEquals(3, steps.phases().count(Kind.WATCHED));
      assertEquals(1, steps.phases().median(Phase.WATCH, Kind.CHECKED));
    }
  }

  @Test
  void withoutTheHomeostatNoStepHasAPhaseOfItAndNoTimeIsLost() {
    try (MeasuredSteps steps = ticking(false)) {
      steps.round();
      steps.round();
      assertEquals(2, steps.phases().count(Kind.UNWATCHED));
      assertEquals(0, steps.phases().count(Kind.WATCHED) + steps.phases().count(Kind.CHECKED));
      assertTrue(Double.isNaN(steps.phases().median(Phase.WATCH)));
      assertEquals(new MeasuredSteps.Times(1, 3, 2, 1, 2, 0, 0), steps.times());
    }
  }

  @Test
  void moreHeadsThanPlanesCanBeWatched() {
    try (MeasuredSteps steps = new MeasuredSteps(CROWDED, MeasuredSteps.Heads.EVEN, true)) {
      long weights = steps.weightBytes();
      for (int i = 0; i < 5; i++) {
        steps.round();
      }
      assertEquals(5, steps.phases().count(Kind.CHECKED));
      assertEquals(weights, steps.weightBytes(), "it neither grows nor shrinks");
    }
  }

  @Test
  void moreHeadsMakeNoMoreGarbage() {
    long few = garbage(2);
    long many = garbage(48);
    assertTrue(many < 2 * few, many + " bytes a step with 48 heads, " + few + " with 2");
  }

  /** The bytes that a step leaves on the Java heap. */
  private static long garbage(int heads) {
    MeasuredSteps.Size size = new MeasuredSteps.Size(32, 16, heads, 6, 2);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (MeasuredSteps steps = new MeasuredSteps(size, MeasuredSteps.Heads.EVEN, false)) {
      steps.warmUp();
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 20; i++) {
        steps.round();
      }
      return (threads.getCurrentThreadAllocatedBytes() - before) / 20;
    }
  }

  @Test
  void everyKindOfGrowthIsTimedByItselfAndABirthAgainstAStepWithout() {
    List<GrowthTimes.Event> events =
        GrowthTimes.measure(new MeasuredSteps.Size(32, 16, 3, 6, 2), 2, new TickingClock());
    assertEquals(
        List.of(
            new GrowthTimes.Event("birth", 1, 1),
            new GrowthTimes.Event("two more dimensions", 1, 1),
            new GrowthTimes.Event("pruning", 1, 1),
            new GrowthTimes.Event("a layer added", 1, 1),
            new GrowthTimes.Event("a layer removed", 1, 1)),
        events,
        "one reading of the clock each: the surgery alone, and nothing but the surgery is longer");
  }
}
