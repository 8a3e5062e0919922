package io.incrt.lab.study;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.tasks.VariantTask;
import io.incrt.lab.experiment.Charts;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.Figure;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Workbench;
import io.incrt.settings.RunSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.XYChart;

/**
 * "SARS-CoV-2 Variant Classification (Synthetic, 4 Classes)": 3-mers, n = 512. Heads and accuracy
 * over training, and the decay of Γ_res with every birth against Γ₀ρᵏ.
 */
public final class CovSyntheticExperiment implements Experiment {

  private static final String TITLE = "cov2-synthetic: four synthetic SARS-CoV-2 variants";

  private static final double PRINTED_KAPPA = 9.1;
  private static final double PRINTED_TAU = 0.4;
  private static final int PRINTED_HEADS = 191;

  @Override
  public String name() {
    return "cov2-synthetic";
  }

  @Override
  public String summary() {
    return "four synthetic SARS-CoV-2 variants: heads, accuracy, decay of the residual energy";
  }

  /** The task at a scale. */
  static Corpus corpus(Workbench bench) {
    return new VariantTask(bench.pick(24, 600, 1600), bench.pick(8, 200, 400))
        .generate(bench.seed());
  }

  @Override
  public String markdown(JsonNode json) {
    return ResultFiles.parse(json, Study.class).markdown(TITLE);
  }

  @Override
  public Result run(Workbench bench) throws IOException {
    Corpus corpus = corpus(bench);
    List<TrainedRun> runs = new ArrayList<>();
    int seeds = bench.pick(1, 1, 3);
    for (int i = 0; i < seeds; i++) {
      long seed = bench.seed() + i;
      long steps = bench.pick(40, 200, 1000);
      RunSettings printed = Study.printed(bench, bench.pick(40, 60, 2000), seed);
      runs.add(TrainedRun.of(Study.GEOMETRY, corpus, Study.geometry(bench, steps, seed), bench));
      runs.add(TrainedRun.of(Study.DEFAULT, corpus, Study.byEvidence(bench, steps, seed), bench));
      runs.add(TrainedRun.of(Study.PAPER, corpus, printed, bench));
    }
    Study study =
        new Study(
            bench.seed(),
            bench.scale(),
            List.of(
                new Study.Claim("κ_T", "9.1"),
                new Study.Claim("heads predicted", String.valueOf(PRINTED_HEADS)),
                new Study.Claim("heads observed", String.valueOf(PRINTED_HEADS)),
                new Study.Claim("validation accuracy", ".9947"),
                new Study.Claim("pruned", "0")),
            List.of(
                new Study.Claim(
                    "heads predicted",
                    String.format(
                        Locale.ROOT,
                        "κ² log 2.5 = %.1f",
                        PrintedFormula.heads(PRINTED_KAPPA, PRINTED_TAU))),
                new Study.Claim(
                    "heads observed",
                    String.format(
                        Locale.ROOT,
                        "Σλ² = (Γ⁽⁰⁾)² and 1/%1$.1f² = %2$.2f: at most %3$d eigenvalues of one operator"
                            + " exceed %1$.1f Γ⁽⁰⁾",
                        PRINTED_TAU,
                        1 / (PRINTED_TAU * PRINTED_TAU),
                        PrintedFormula.mostBirths(PRINTED_TAU)))),
            runs,
            List.of(birthsAsPrinted(runs)));
    return new Result(
        study,
        study.markdown(TITLE),
        List.of(
            study.curves(
                "cov2-synthetic-curves",
                "Heads, their parameters, residual energy and accuracy over epochs"),
            decay(runs.get(0))));
  }

  /** Compares the paper preset's births with what one operator allows and with the print. */
  static String birthsAsPrinted(List<TrainedRun> runs) {
    IntSummaryStatistics born =
        runs.stream()
            .filter(run -> run.name().equals(Study.PAPER))
            .mapToInt(TrainedRun::born)
            .summaryStatistics();
    int most = PrintedFormula.mostBirths(PRINTED_TAU);
    return String.format(
        Locale.ROOT,
        "Under the paper preset a birth needs λ_max > %.1f Γ_res⁽⁰⁾, so an operator that does not"
            + " change allows at most %d births. Heads born in the runs under it (%d): %d to %d, %s, %s"
            + " the %d printed.",
        PRINTED_TAU,
        most,
        born.getCount(),
        born.getMin(),
        born.getMax(),
        born.getMax() <= most ? "within that limit" : "beyond that limit",
        born.getMax() < PRINTED_HEADS ? "fewer than" : "no fewer than",
        PRINTED_HEADS);
  }

  /** Γ_res with every birth, against the printed envelope for the same Γ₀ and number of births. */
  private static Figure decay(TrainedRun run) {
    XYChart chart = Charts.xy("Decay of the residual energy", "births k", "Γ_res");
    List<Double> births = new ArrayList<>();
    List<Double> printed = new ArrayList<>();
    double rho = 1 - 1 / (PRINTED_KAPPA * PRINTED_KAPPA);
    for (int k = 0; k < run.decay().size(); k++) {
      births.add((double) k);
      printed.add(run.decay().get(0) * Math.pow(rho, k));
    }
    if (!births.isEmpty()) {
      Charts.line(chart, "measured (geometry)", births, run.decay());
      Charts.line(chart, "Γ₀ρᵏ, ρ = 0.988 as printed", births, printed);
    }
    return new Figure(
        "cov2-synthetic-decay", Charts.svg("Residual energy after k births", List.of(chart)));
  }
}
