package io.incrt.bench;

import io.incrt.bench.measure.MeasuredSteps.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What was aimed at, and whether a run's figures reach it. */
final class Goals {

  private static final int LATENCY_LENGTH = 64;

  private Goals() {}

  /**
   * One goal.
   *
   * @param what is measured
   * @param goal what it should be
   * @param measured what it is; empty where it was not measured
   */
  record Goal(String what, double goal, boolean atLeast, String unit, Optional<Double> measured) {

    /** Whether it is reached; empty where that was not measured. */
    Optional<Boolean> met() {
      return measured.map(value -> atLeast ? value >= goal : value <= goal);
    }

    String goalText() {
      return (atLeast ? "≥ " : "≤ ") + text(goal);
    }

    String measuredText() {
      return measured.map(this::text).orElse("not measured");
    }

    String metText() {
      return met().map(reached -> reached ? "yes" : "**no**").orElse("–");
    }

    private String text(double value) {
      return unit.equals("%")
          ? String.format(Locale.ROOT, "%.1f %%", 100 * value)
          : String.format(Locale.ROOT, "%.2f%s", value, unit.isEmpty() ? "" : " " + unit);
    }
  }

  /** The goals in their order. */
  static List<Goal> of(Results results) {
    List<Goal> goals = new ArrayList<>();
    String large = Tables.name(Plan.LARGE);
    double peak = results.ceilings().gemm();
    goals.add(
        goal(
            "training step, " + large + ", share of the GEMM peak",
            0.6,
            true,
            "%",
            step(results, Plan.LARGE, step -> step.shareOf(peak))));
    goals.add(
        goal(
            "the same, speed against PyTorch eager",
            1,
            true,
            "×",
            step(results, Plan.LARGE, step -> 1 / step.ratio())));
    goals.add(
        goal(
            "gate and decisions, share of that step",
            0.05,
            false,
            "%",
            step(results, Plan.LARGE, Results.Step::homeostat)));
    goals.add(
        goal(
            "training step, " + Tables.name(Plan.SMALL) + ", time against PyTorch eager",
            1.15,
            false,
            "×",
            step(results, Plan.SMALL, Results.Step::ratio)));
    goals.add(
        goal(
            "prediction throughput against onnxruntime, the worst size",
            1,
            true,
            "×",
            results.prediction().stream()
                .map(row -> row.throughput() / row.onnxThroughput())
                .min(Double::compare)));
    Optional<Results.Prediction> single =
        results.prediction().stream()
            .filter(row -> row.size().length() == LATENCY_LENGTH)
            .findFirst();
    goals.add(
        goal("latency of one, n = 64, p50", 2, false, "ms", single.map(Results.Prediction::p50)));
    goals.add(goal("the same, p99 / p50", 3, false, "×", single.map(row -> row.p99() / row.p50())));
    goals.add(
        goal(
            "start-up to the first prediction, warm",
            2.5,
            false,
            "s",
            Optional.ofNullable(results.start()).map(Results.Start::warm)));
    goals.add(
        goal(
            "memory in training, " + large + ", against what is needed",
            1.3,
            false,
            "×",
            results.memory().stream()
                .filter(row -> row.size().equals(Plan.LARGE))
                .findFirst()
                .map(Results.Memory::ratio)));
    return goals;
  }

  private static Goal goal(
      String what, double goal, boolean atLeast, String unit, Optional<Double> measured) {
    return new Goal(what, goal, atLeast, unit, measured.filter(Double::isFinite));
  }

  private static Optional<Double> step(
      Results results, Size size, ToDoubleFunction<Results.Step> figure) {
    return results.steps().stream()
        .filter(step -> step.size().equals(size))
        .findFirst()
        .map(figure::applyAsDouble);
  }
}
