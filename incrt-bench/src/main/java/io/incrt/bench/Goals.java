package io.incrt.bench;

import io.incrt.bench.cache.CacheTimes;
import io.incrt.bench.cache.MadeUpRecords;
import io.incrt.bench.measure.JudgingTimes;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.bench.measure.Preset;
import io.incrt.bench.scale.ScaleResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What was aimed at, and whether a run's figures reach it. */
final class Goals {

  /** The unit of what is counted. */
  static final String COUNT = "count";

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
      return (unit.equals(COUNT) ? "" : atLeast ? "≥ " : "≤ ") + text(goal);
    }

    String measuredText() {
      return measured.map(this::text).orElse("not measured");
    }

    String metText() {
      return met().map(reached -> reached ? "yes" : "**no**").orElse("–");
    }

    private String text(double value) {
      if (unit.equals(COUNT)) {
        return String.format(Locale.ROOT, "%.0f", value);
      }
      return unit.equals("%")
          ? String.format(Locale.ROOT, "%.1f %%", 100 * value)
          : String.format(Locale.ROOT, "%.2f%s", value, unit.isEmpty() ? "" : " " + unit);
    }
  }

  /** The goals in their order: those of the default first. */
  static List<Goal> of(Results results) {
    List<Goal> goals = new ArrayList<>();
    for (Preset preset : Preset.values()) {
      steps(results, preset, goals);
      prediction(results, preset, goals);
      goals.add(
          goal(
              preset
                  + ": memory in training, "
                  + Tables.size(Plan.LARGE)
                  + ", against what is needed",
              1.3,
              false,
              "×",
              results.memory().stream()
                  .filter(row -> row.size().equals(Plan.LARGE.of(preset)))
                  .findFirst()
                  .map(Results.Memory::ratio)));
    }
    for (Size size : List.of(Plan.LETTERS, Plan.WORDS)) {
      goals.add(
          goal(
              "what a table of n-grams adds to a step, batch of "
                  + size.batch()
                  + " × "
                  + size.length()
                  + " tokens",
              0.1,
              false,
              "%",
              results.ngrams().stream()
                  .filter(row -> row.size().equals(size))
                  .findFirst()
                  .map(Results.Ngrams::added)));
    }
    goals.add(
        goal(
            "judging, share of a training run, the worst task",
            0.05,
            false,
            "%",
            results.judging().stream().map(JudgingTimes.Run::share).max(Double::compare)));
    cache(results, goals);
    goals.add(
        goal(
            "start-up to the first prediction, warm",
            2.5,
            false,
            "s",
            Optional.ofNullable(results.start()).map(Results.Start::warm)));
    goals.add(
        goal(
            "step of several processes as simulated, against real ones, the worst error",
            0.25,
            false,
            "%",
            Optional.ofNullable(results.scale()).map(ScaleResults::worst)));
    return goals;
  }

  private static void steps(Results results, Preset preset, List<Goal> goals) {
    Size large = Plan.LARGE.of(preset);
    double peak = results.ceilings().gemm();
    goals.add(
        goal(
            preset + ": training step, " + Tables.size(large) + ", share of the GEMM peak",
            0.6,
            true,
            "%",
            step(results, large, step -> step.shareOf(peak))));
    goals.add(
        goal(
            "the same, speed against PyTorch eager",
            1,
            true,
            "×",
            step(results, large, step -> 1 / step.ratio())));
    goals.add(
        goal(
            "gate and decisions, share of that step",
            0.05,
            false,
            "%",
            step(results, large, Results.Step::homeostat)));
    goals.add(
        goal(
            preset + ": training step, " + Tables.size(Plan.SMALL) + ", time against PyTorch eager",
            1.15,
            false,
            "×",
            step(results, Plan.SMALL.of(preset), Results.Step::ratio)));
  }

  private static void cache(Results results, List<Goal> goals) {
    Optional<CacheTimes.Measured> cache = Optional.ofNullable(results.cache());
    for (MadeUpRecords.Form form : MadeUpRecords.Form.values()) {
      goals.add(
          goal(
              "building a cache of records, " + form + ", against reading them",
              0.6,
              true,
              "%",
              cache.stream()
                  .flatMap(measured -> measured.builds().stream())
                  .filter(build -> build.form().equals(form.name()))
                  .findFirst()
                  .map(CacheTimes.Build::share)));
    }
    goals.add(
        goal(
            "what a cache adds to a training step",
            0.03,
            false,
            "%",
            cache.map(measured -> measured.step().added())));
  }

  private static void prediction(Results results, Preset preset, List<Goal> goals) {
    List<Results.Prediction> own =
        results.prediction().stream().filter(row -> row.size().preset() == preset).toList();
    goals.add(
        goal(
            preset + ": prediction throughput against onnxruntime, the worst size",
            1,
            true,
            "×",
            own.stream().map(row -> row.throughput() / row.onnxThroughput()).min(Double::compare)));
    Optional<Results.Prediction> single =
        own.stream().filter(row -> row.size().length() == LATENCY_LENGTH).findFirst();
    goals.add(
        goal(
            preset + ": latency of one, n = 64, p50",
            2,
            false,
            "ms",
            single.map(Results.Prediction::p50)));
    goals.add(goal("the same, p99 / p50", 3, false, "×", single.map(row -> row.p99() / row.p50())));
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
