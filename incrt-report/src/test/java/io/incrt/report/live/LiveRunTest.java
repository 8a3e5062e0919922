package io.incrt.report.live;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.event.GrowthEvent;
import io.incrt.event.LiveLine;
import io.incrt.event.Moment;
import io.incrt.event.Validation;
import io.incrt.report.live.LiveView.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LiveRunTest {

  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private final LiveRun run = new LiveRun();

  private static String at(int seconds) {
    return START.plusSeconds(seconds).toString();
  }

  private static LiveLine begun(long from, long steps) {
    return new LiveLine.Begun(at(0), 1, "id", from, steps, "accuracy", 32, 640, "./incrt train");
  }

  private void hear(LiveLine... lines) {
    run.hear(List.of(lines));
  }

  private Standing standing(int quietSeconds) {
    return new LiveView("m", run, Duration.ofSeconds(quietSeconds), Optional.empty()).standing();
  }

  @Test
  void howARunStandsIsSeenFromItsLines() {
    assertEquals(Standing.WAITING, standing(0));
    hear(begun(0, 100));
    assertEquals(Standing.RUNNING, standing(60));
    assertEquals(Standing.SILENT, standing(61));
    hear(new LiveLine.Ended(at(9), 40, LiveLine.Ending.STOPPED));
    assertEquals(Standing.STOPPED, standing(1000));
    assertEquals(40, run.step());
  }

  @Test
  void thePaceIsThatOfTheLastMinutes() {
    hear(begun(0, 1000));
    assertTrue(run.left().isEmpty());
    // Five steps in the first ten seconds, then ten a second.
    hear(new LiveLine.Pulse(at(10), 5, 0.7));
    assertTrue(run.left().isEmpty());
    hear(new LiveLine.Pulse(at(20), 105, 0.6), new LiveLine.Pulse(at(30), 205, 0.6));
    assertEquals(10, run.stepsPerSecond().orElseThrow(), 1e-9);
    assertEquals(Duration.ofSeconds(80), run.left().orElseThrow());
    hear(new LiveLine.Pulse(at(1030), 305, 0.6), new LiveLine.Pulse(at(1040), 405, 0.6));
    assertEquals(10, run.stepsPerSecond().orElseThrow(), 1e-9);
  }

  @Test
  void theTimeBetweenTwoPartsOfARunIsNoPartOfItsPace() {
    hear(begun(0, 1000), new LiveLine.Pulse(at(2), 20, 0.7), new LiveLine.Pulse(at(4), 40, 0.7));
    hear(new LiveLine.Saved(at(4), 40), new LiveLine.Resumed(at(9000), 40));
    assertTrue(run.left().isEmpty());
    assertEquals(40, run.resumedFrom());
    hear(new LiveLine.Pulse(at(9002), 60, 0.7), new LiveLine.Pulse(at(9004), 80, 0.7));
    assertEquals(10, run.stepsPerSecond().orElseThrow(), 1e-9);
  }

  @Test
  void pulsesFillInWhereMomentsAreRare() {
    hear(
        begun(0, 1000),
        new LiveLine.Pulse(at(2), 10, 4),
        new LiveLine.Noted(at(3), new Moment(15, 3, 0.0, List.of())),
        new LiveLine.Pulse(at(4), 20, 2),
        new LiveLine.Pulse(at(6), 30, Double.NaN),
        new LiveLine.Pulse(at(8), 40, 1));
    assertEquals(
        List.of("10.0 4.0", "15.0 3.0", "40.0 1.0"),
        run.loss().points().stream().map(point -> point[0] + " " + point[1]).toList());
    assertEquals(1, run.lastLoss());
  }

  @Test
  void partsValidationsAndEnergiesAreKept() {
    hear(
        begun(0, 1000),
        new LiveLine.Noted(
            at(3),
            new Moment(
                15, 3, 0.0, List.of(new Moment.LayerMoment(0, 2, 8, 1.0, 0.5, 0.25, 1.0, -1.0)))),
        new LiveLine.Grew(at(4), new GrowthEvent.TaskChanged(16)),
        new LiveLine.Judged(at(5), 20, List.of(new LiveLine.Part("head", 1, 0, 3, 0.5, 0.1))),
        new LiveLine.Validated(
            at(6), new Validation(20, "valid", true, List.of(), Map.of("accuracy", 0.5)), 0.5),
        new LiveLine.Validated(
            at(7), new Validation(30, "valid", false, List.of(), Map.of("accuracy", 0.4)), 0.4));
    assertArrayEquals(new double[] {15, 2}, run.energies().get(0).points().get(0));
    assertArrayEquals(new double[] {15, 8}, run.dimensions().points().get(0));
    assertArrayEquals(
        new double[] {20, 0.5}, run.worths().get("head 1 of layer 0").points().get(0));
    assertEquals(1, run.parts().size());
    assertEquals(1, run.grown());
    assertEquals(20, run.best().orElseThrow().step());
    assertEquals(0.5, run.bestScore());
    assertEquals(0.4, run.lastScore());
    assertEquals(2, run.figures().get("accuracy").points().size());
    assertEquals(30, run.step());
  }

  @Test
  void aRunOfAnyLengthIsKeptSmall() {
    hear(begun(0, 1_000_000));
    for (int i = 1; i <= 50_000; i++) {
      hear(
          new LiveLine.Pulse(at(2 * i), 20L * i, i),
          new LiveLine.Grew(at(2 * i), new GrowthEvent.TaskChanged(20L * i)),
          new LiveLine.Judged(
              at(2 * i), 20L * i, List.of(new LiveLine.Part("head", i, 0, 3, 0.5, 0.1))));
    }
    assertTrue(run.loss().points().size() <= Curve.MOST);
    assertTrue(run.loss().points().size() >= Curve.MOST / 2);
    assertEquals(50_000, run.grown());
    assertEquals(200, run.growth().size());
    assertEquals(100, run.worths().size());
  }

  @Test
  void aCurveThatIsThinnedKeepsItsMeansAndItsNewestPoint() {
    Curve means = Curve.ofMeans();
    Curve states = Curve.ofStates();
    IntStream.rangeClosed(1, 801)
        .forEach(
            step -> {
              means.add(step, step);
              states.add(step, step);
            });
    List<double[]> points = means.points();
    // Four became one, and the newest stands alone.
    assertArrayEquals(new double[] {4, 2.5}, points.get(0));
    assertArrayEquals(new double[] {801, 801}, points.get(points.size() - 1));
    assertArrayEquals(new double[] {4, 4}, states.points().get(0));
    assertEquals(201, points.size());
  }

  @Test
  void timesThatAreNoneAreLeftOut() {
    run.hear(
        List.of(
            new LiveLine.Begun("yesterday", 1, "id", 0, 10, "accuracy", 32, 640, null),
            new LiveLine.Pulse(null, 5, 0.5)));
    assertTrue(run.begunAt().isEmpty());
    assertTrue(run.lineAt().isEmpty());
    assertEquals(5, run.step());
  }
}
