package io.incrt.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasuredStepsTest {

  private static final MeasuredSteps.Size CROWDED = new MeasuredSteps.Size(8, 16, 12, 6, 2);

  @Test
  void everyPartOfAStepIsTimed() {
    try (MeasuredSteps steps =
        new MeasuredSteps(
            new MeasuredSteps.Size(16, 16, 3, 6, 2), MeasuredSteps.Heads.UNEVEN, true)) {
      steps.warmUp();
      for (int i = 0; i < 3; i++) {
        steps.round();
      }
      MeasuredSteps.Times times = steps.times();
      for (double part :
          List.of(
              times.data(), times.forward(), times.backward(), times.optimizer(), times.gate())) {
        assertTrue(part > 0, times.toString());
      }
      assertEquals(times.watched() - times.gate() - times.decisions(), times.unwatched(), 1e-9);
    }
  }

  @Test
  void moreHeadsThanPlanesCanBeWatched() {
    try (MeasuredSteps steps = new MeasuredSteps(CROWDED, MeasuredSteps.Heads.EVEN, true)) {
      long weights = steps.weightBytes();
      for (int i = 0; i < 5; i++) {
        steps.round();
      }
      assertEquals(weights, steps.weightBytes(), "it neither grows nor shrinks");
    }
  }

  @Test
  void withoutTheHomeostatItCostsNothing() {
    try (MeasuredSteps steps = new MeasuredSteps(CROWDED, MeasuredSteps.Heads.EVEN, false)) {
      steps.round();
      assertEquals(0, steps.times().gate() + steps.times().decisions());
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
  void growthEventsHappenAndAreTimed() {
    List<GrowthTimes.Event> events =
        GrowthTimes.measure(new MeasuredSteps.Size(32, 16, 3, 6, 2), 2);
    assertEquals(5, events.size());
    for (GrowthTimes.Event event : events) {
      assertTrue(event.surgery() > 0 && Double.isFinite(event.pause()), event.toString());
    }
  }
}
