package io.incrt.bench.measure;

import io.incrt.base.Statistics;
import io.incrt.train.StepTimer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Takes down how long the phases of training steps take, and gives their medians. */
final class PhaseTimes implements StepTimer {

  /** What the Homeostat did in a step. */
  enum Kind {
    /** There is none. */
    UNWATCHED,
    /** It was shown the batch. */
    WATCHED,
    /** It checked the batch as well. */
    CHECKED
  }

  private record Step(Kind kind, Map<Phase, Double> milliseconds) {}

  private final LongSupplier nanoseconds;
  private final List<Step> steps = new ArrayList<>();
  private Map<Phase, Double> current = new EnumMap<>(Phase.class);
  private long last;

  /**
   * None yet.
   *
   * @param nanoseconds the clock, System::nanoTime but for tests
   */
  PhaseTimes(LongSupplier nanoseconds) {
    this.nanoseconds = nanoseconds;
  }

  /** A step begins. */
  void begin() {
    current = new EnumMap<>(Phase.class);
    last = nanoseconds.getAsLong();
  }

  @Override
  public void ended(Phase phase) {
    long now = nanoseconds.getAsLong();
    current.merge(phase, (now - last) / 1e6, Double::sum);
    last = now;
  }

  /** The step has returned: what came after its last phase is the release of its tensors. */
  void end(Kind kind) {
    ended(Phase.SURGERY);
    if (kind == Kind.UNWATCHED && current.containsKey(Phase.WATCH)) {
      // Without a Homeostat that phase has the reading of the loss in it and nothing else.
      current.merge(Phase.FORWARD, current.remove(Phase.WATCH), Double::sum);
    }
    steps.add(new Step(kind, current));
  }

  /** Forgets all steps. */
  void clear() {
    steps.clear();
  }

  /** How many steps of a kind there are. */
  long count(Kind kind) {
    return steps.stream().filter(step -> step.kind == kind).count();
  }

  /** The median time of a phase over the steps that had it; NaN where none had. */
  double median(Phase phase) {
    return median(phase, kind -> true);
  }

  /** The same over steps of one kind. */
  double median(Phase phase, Kind kind) {
    return median(phase, kind::equals);
  }

  private double median(Phase phase, Predicate<Kind> which) {
    return Statistics.median(
        steps.stream()
            .filter(step -> which.test(step.kind) && step.milliseconds.containsKey(phase))
            .map(step -> step.milliseconds.get(phase))
            .toList());
  }
}
