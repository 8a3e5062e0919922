package io.incrt.bench;

import io.incrt.base.Statistics;
import io.incrt.bench.Goals.Goal;
import io.incrt.bench.load.LoadReport;
import io.incrt.bench.serving.ServingResults;
import io.incrt.bench.serving.ServingResults.Closed;
import io.incrt.bench.serving.ServingResults.Stop;
import io.incrt.bench.serving.ServingResults.Throughput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was aimed at in serving, and whether it is reached. */
final class ServingGoals {

  /** Memory that hovers is flat; that which grows by more in minutes would not last a day. */
  private static final double FLAT = 1.1;

  private ServingGoals() {}

  static List<Goal> of(ServingResults results) {
    List<Goal> goals = new ArrayList<>();
    LoadReport overload = results.overload().load();
    goals.add(none("ten times capacity: wrong answers", overload.wrong()));
    goals.add(none("the same: requests without an answer", overload.lost()));
    goals.add(
        none(
            "the same: neither answered rightly nor 429",
            overload.sent() - overload.ok() - overload.refused()));
    goals.add(
        atMost(
            "the same: memory, late against early",
            FLAT,
            "×",
            results.overload().memory().growth()));
    goals.add(
        atLeast(
            "throughput of short records against `predict`",
            0.8,
            "%",
            Statistics.median(results.throughputs().stream().map(ServingGoals::share).toList())));
    for (Closed loop : results.closed()) {
      goals.add(
          atLeast(
              loop.model()
                  + ": answers a second against FastAPI, concurrency "
                  + loop.concurrency(),
              1,
              "×",
              loop.ratio()));
    }
    LoadReport reload = results.reload().load();
    goals.add(none("models replaced under load: wrong or lost", reload.wrong() + reload.lost()));
    goals.add(
        none(
            "the same: not reloaded",
            Math.max(0, results.reload().wanted() - results.reload().done())));
    goals.add(
        none(
            "SIGTERM under load: wrong or lost",
            results.stops().stream()
                .map(Stop::load)
                .mapToLong(load -> load.wrong() + load.lost())
                .sum()));
    goals.add(
        atMost("start to the first answer, median", 2.5, "s", Statistics.median(results.starts())));
    return goals;
  }

  static double share(Throughput turn) {
    return turn.large() / turn.predict();
  }

  private static Goal none(String what, long count) {
    return new Goal(what, 0, false, Goals.COUNT, Optional.of((double) count));
  }

  private static Goal atMost(String what, double goal, String unit, double measured) {
    return new Goal(what, goal, false, unit, Optional.of(measured).filter(Double::isFinite));
  }

  private static Goal atLeast(String what, double goal, String unit, double measured) {
    return new Goal(what, goal, true, unit, Optional.of(measured).filter(Double::isFinite));
  }
}
