package io.incrt.lab.study;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.tasks.VariantTask;
import io.incrt.geometry.prediction.HeadCountPrediction;
import io.incrt.lab.experiment.Charts;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.Figure;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Workbench;
import io.incrt.settings.RunSettings;
import java.io.IOException;
import java.util.ArrayList;
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
      RunSettings standard = Study.standard(bench, bench.pick(40, 200, 1000), seed);
      RunSettings printed = Study.printed(bench, bench.pick(40, 60, 2000), seed);
      runs.add(TrainedRun.of("default", corpus, standard, bench));
      runs.add(TrainedRun.of("paper", corpus, printed, bench));
    }
    double log = Math.log(1 / 0.4);
    Study study =
        new Study(
            bench.seed(),
            bench.scale(),
            List.of(
                new Study.Claim("κ_T", "9.1"),
                new Study.Claim("heads predicted", "191"),
                new Study.Claim("heads observed", "191"),
                new Study.Claim("validation accuracy", ".9947"),
                new Study.Claim("pruned", "0")),
            List.of(
                new Study.Claim(
                    "heads predicted",
                    String.format(
                        Locale.ROOT, "κ² log 2.5 = %.1f", PRINTED_KAPPA * PRINTED_KAPPA * log)),
                new Study.Claim(
                    "heads observed",
                    "at most "
                        + (int) (1 / (0.4 * 0.4))
                        + " eigenvalues of one operator exceed 0.4 Γ⁽⁰⁾")),
            runs,
            List.of(
                "Under the paper preset a birth needs λ_max > 0.4 Γ_res⁽⁰⁾, which no operator with"
                    + " a broad spectrum has: what is printed cannot grow to 191 heads."));
    return new Result(
        study,
        study.markdown(TITLE),
        List.of(
            study.curves(
                "cov2-synthetic-curves",
                "Heads, their parameters, residual energy and accuracy over epochs"),
            decay(runs.get(0))));
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
      Charts.line(chart, "measured (default)", births, run.decay());
      Charts.line(chart, "Γ₀ρᵏ, ρ = 0.988 as printed", births, printed);
    }
    return new Figure(
        "cov2-synthetic-decay", Charts.svg("Residual energy after k births", List.of(chart)));
  }

  /** The paper's formula, for other experiments. */
  static double formula(double kappa, double tau) {
    return HeadCountPrediction.paperFormula(kappa, 1, tau);
  }
}
