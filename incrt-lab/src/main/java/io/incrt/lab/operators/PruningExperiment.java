package io.incrt.lab.operators;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.geometry.policy.WidthPolicy;
import io.incrt.geometry.prediction.DecayEnvelope;
import io.incrt.geometry.prediction.HeadCountPrediction;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.MarkdownTable;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The paper's "Synthetic Pruning Experiment": an operator in ℝ⁸ rotates at epoch 6; the heads that
 * lost their energy are pruned and as many are grown on the new axes. With the online gate and
 * T_conv = T_prune = 200.
 *
 * <p>The exact form runs with the paper's τ = 0.4. At the default τ = 0.5 the operator without
 * noise is sufficient once two of its three directions are captured ({@code Γ_res = 2.0 < θ_w =
 * 2.2}), so the default preset is shown beside it.
 */
public final class PruningExperiment implements Experiment {

  private static final long TIMES = 200;

  @Override
  public String name() {
    return "pruning";
  }

  @Override
  public String summary() {
    return "a rotating operator in eight dimensions: grow, prune, regrow";
  }

  private static HomeostatSettings withTimes(HomeostatSettings settings, WidthPolicy width) {
    return settings.withWidth(width.withDwell(TIMES).withPruneAfter(TIMES));
  }

  private static HomeostatSettings exactForm() {
    HomeostatSettings defaults = HomeostatSettings.defaults();
    return withTimes(defaults, defaults.width().withTau(0.4));
  }

  @Override
  public String markdown(JsonNode json) {
    return markdown(ResultFiles.parse(json, Json.class));
  }

  @Override
  public Result run(Workbench bench) {
    long seed = bench.seed();
    HomeostatSettings defaults = HomeostatSettings.defaults();
    HomeostatSettings paper = HomeostatSettings.paper();
    PruningRun exact = PruningRun.of("ENERGY, PLANE, tau 0.4", exactForm(), seed);
    PruningRun standard =
        PruningRun.of(
            "ENERGY, PLANE, tau " + defaults.width().tau(),
            withTimes(defaults, defaults.width()),
            seed);
    PruningRun printed = PruningRun.of("paper preset", withTimes(paper, paper.width()), seed);
    int seeds = bench.pick(5, 20, 500);
    SeedsAsPrinted asPrinted = new SeedsAsPrinted(seeds, 0, 0);
    for (int i = 0; i < seeds; i++) {
      asPrinted =
          asPrinted.with(
              PruningRun.of("", exactForm(), 1000 * seed + i).asPrinted(),
              PruningRun.of("", withTimes(paper, paper.width()), 1000 * seed + i).asPrinted());
      bench.progress().accept("pruning: seed " + (i + 1) + " of " + seeds);
    }
    double gamma = Math.sqrt(sumOfSquares(PruningTask.spectrum()));
    HeadCountPrediction prediction =
        HeadCountPrediction.of(PruningTask.spectrum(), exactForm().width(), 0.4 * gamma);
    Json json =
        new Json(
            seed,
            exact,
            standard,
            printed,
            new Counts(3, 3, 3),
            new Recomputed(
                prediction.spectral().orElseThrow(),
                prediction.kappa(),
                prediction.paper(),
                prediction.bound()),
            Counts.of(exact),
            asPrinted);
    return new Result(
        json,
        markdown(json),
        List.of(
            PruningFigures.energyAndHeads(exact),
            PruningFigures.decay(exact, new DecayEnvelope(gamma, prediction.kappa()))));
  }

  private static double sumOfSquares(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    return sum;
  }

  /** Head counts of the three stages. */
  record Counts(int grown, int pruned, int regrown) {
    static Counts of(PruningRun run) {
      return new Counts(run.grown(), run.pruned(), run.regrown());
    }
  }

  /** What the definitions give for the operator without noise. */
  record Recomputed(int spectral, double kappa, double predictedByPaper, double bound) {}

  /** How many seeds gave 3, 3, 3 with every alignment at least 0.99, under either policy. */
  record SeedsAsPrinted(int seeds, int exactForm, int paperPreset) {
    SeedsAsPrinted with(boolean exact, boolean printed) {
      return new SeedsAsPrinted(
          seeds, exactForm + (exact ? 1 : 0), paperPreset + (printed ? 1 : 0));
    }
  }

  /** pruning.json: the exact form's run at the top, the other two below it, then the comparison. */
  @JsonPropertyOrder({"seed"})
  record Json(
      long seed,
      @JsonUnwrapped PruningRun run,
      PruningRun defaultPreset,
      PruningRun paperPreset,
      Counts paper,
      Recomputed recomputed,
      Counts measured,
      SeedsAsPrinted overSeeds) {}

  private static String markdown(Json json) {
    MarkdownTable counts =
        new MarkdownTable(
            "", "grown", "pruned", "regrown", "worst alignment", "Γ_res phase 1", "phase 2");
    counts.row(
        "paper, as printed",
        json.paper().grown(),
        json.paper().pruned(),
        json.paper().regrown(),
        "",
        "",
        "equal");
    counts.row(
        "recomputed (spectral count)",
        json.recomputed().spectral(),
        json.recomputed().spectral(),
        json.recomputed().spectral(),
        "",
        "",
        "");
    for (PruningRun run : List.of(json.run(), json.defaultPreset(), json.paperPreset())) {
      counts.row(
          "measured: " + run.policy(),
          run.grown(),
          run.pruned(),
          run.regrown(),
          number("%.5f", run.worstAlignment()),
          number("%.4f", run.residualEnergyPhase1()),
          number("%.4f", run.residualEnergyPhase2()));
    }
    MarkdownTable events = new MarkdownTable("step", "epoch", "event", "head", "Γ_res", "θ_w");
    for (PruningRun.Event event : json.run().events()) {
      events.row(
          event.step(),
          event.epoch(),
          event.event(),
          event.head() < 0 ? "" : event.head(),
          number("%.4f", event.residualEnergy()),
          number("%.4f", event.threshold()));
    }
    List<String> parts = new ArrayList<>();
    parts.add("# Pruning: an operator in ℝ⁸ that rotates at epoch " + PruningTask.SHIFT_EPOCH);
    parts.add(counts.toString().strip());
    parts.add(
        "Seeds that grew, pruned and regrew 3 heads with every direction on its axis (cosine at least"
            + " 0.99), of "
            + json.overSeeds().seeds()
            + ": exact form "
            + json.overSeeds().exactForm()
            + ", paper preset "
            + json.overSeeds().paperPreset()
            + ".");
    parts.add("Events (" + json.run().policy() + ", seed " + json.seed() + "):");
    parts.add(events.toString().strip());
    return String.join("\n\n", parts) + "\n";
  }

  private static String number(String format, Double value) {
    return value == null ? "not settled" : String.format(Locale.ROOT, format, value);
  }
}
