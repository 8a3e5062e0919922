package io.incrt.report.live;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;

/** How fast a run is, by the last minutes of it. */
final class Pace {

  private static final Duration WINDOW = Duration.ofMinutes(3);

  private record Seen(Instant at, long step) {}

  private final Deque<Seen> seen = new ArrayDeque<>();

  /**
   * What was seen before says nothing of what comes now; nor does the first step, which is slow.
   */
  void restart() {
    seen.clear();
  }

  void reached(Instant at, long step) {
    if (at == null || (!seen.isEmpty() && at.isBefore(seen.peekLast().at()))) {
      return;
    }
    seen.addLast(new Seen(at, step));
    while (seen.size() > 2 && seen.peekFirst().at().isBefore(at.minus(WINDOW))) {
      seen.removeFirst();
    }
  }

  /** Steps a second; empty as long as that cannot be known. */
  OptionalDouble stepsPerSecond() {
    if (seen.size() < 2) {
      return OptionalDouble.empty();
    }
    double seconds =
        Duration.between(seen.peekFirst().at(), seen.peekLast().at()).toMillis() / 1000.0;
    double steps = (double) seen.peekLast().step() - seen.peekFirst().step();
    return seconds > 0 && steps > 0 ? OptionalDouble.of(steps / seconds) : OptionalDouble.empty();
  }
}
