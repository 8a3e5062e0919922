package io.incrt.geometry.homeostat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.geometry.Seeded;
import io.incrt.geometry.homeostat.LayerObservation.GivenOperator;
import io.incrt.geometry.policy.HomeostatSettings;
import java.util.List;
import java.util.Random;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class ScheduleTest {

  private static final List<GivenOperator> BATCH =
      List.of(new GivenOperator(0, CommonOps_DDRM.diag(3, -2, 1)));

  @Test
  void theFirstObservationIsACheckWheneverItComes() {
    Schedule schedule = Schedule.of(HomeostatSettings.defaults());
    assertTrue(schedule.isCheck(-1, 0));
    assertTrue(schedule.isCheck(-1, 7));
  }

  @Test
  void aCheckIsDueAsSoonAsAMultipleIsReachedOrPassed() {
    Schedule schedule = Schedule.of(HomeostatSettings.defaults());
    assertFalse(schedule.isCheck(0, 9));
    assertTrue(schedule.isCheck(9, 10));
    assertTrue(schedule.isCheck(9, 13), "though step 10 was left out");
    assertFalse(schedule.isCheck(13, 19));
    assertTrue(schedule.isCheck(3, 45), "and a check is not made up for");
    assertFalse(schedule.isCheck(45, 46));
  }

  @Test
  void observationsComeAtTheirOwnPace() {
    Schedule schedule = new Schedule(10, 5);
    assertTrue(schedule.isObserved(0));
    assertFalse(schedule.isObserved(4));
    assertTrue(schedule.isObserved(5));
  }

  @Test
  void seeingAndCheckingByTheScheduleIsObserving(Random random) {
    HomeostatSettings settings = HomeostatSettings.defaults();
    Schedule schedule = Schedule.of(settings);
    Homeostat observing = new Homeostat(3, settings);
    Homeostat asked = new Homeostat(3, settings);
    long previous = -1;
    for (long step = 0; step < 600; step += 1 + random.nextInt(3)) {
      Verdict expected = observing.observe(step, BATCH);
      if (schedule.isCheck(previous, step)) {
        assertEquals(expected, asked.check(step, BATCH));
      } else {
        asked.see(step, BATCH);
        assertEquals(Verdict.NOTHING, expected);
      }
      assertEquals(observing.state(), asked.state());
      previous = step;
    }
    assertTrue(asked.isSettled());
  }

  @Test
  void aCheckThatIsNotDueIsRefused() {
    Homeostat homeostat = new Homeostat(3, HomeostatSettings.defaults());
    homeostat.check(0, BATCH);
    HomeostatState before = homeostat.state();
    assertEquals(
        "no check is due at step 4: one is made every 10 steps, and step 0 was observed before",
        assertThrows(IllegalStateException.class, () -> homeostat.check(4, BATCH)).getMessage());
    assertEquals(before, homeostat.state());
  }

  @Test
  void theNextCheckIsACheckAndNoneIsBetween() {
    Schedule schedule = new Schedule(10, 2);
    for (long step : new long[] {0, 1, 9, 10, 25}) {
      long next = schedule.nextCheck(step);
      assertTrue(schedule.isCheck(step, next));
      assertFalse(schedule.isCheck(step, next - 1), "one before " + next);
    }
  }
}
