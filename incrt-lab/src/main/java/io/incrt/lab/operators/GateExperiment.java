package io.incrt.lab.operators;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.geometry.gate.ComponentRule;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.MarkdownTable;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Theorem thm:gate and remark rem:exin put to the test: Oja's rule, MCA EXIN on the shifted
 * operator and as printed, and the rival rules OJA, LUO and FENG, on random definite and indefinite
 * matrices.
 */
public final class GateExperiment implements Experiment {

  private static final String EXIN_CLAIM =
      "EXIN alone converges to the minor eigenvector almost surely; OJA, LUO and FENG can diverge";

  @Override
  public String name() {
    return "gate";
  }

  @Override
  public String summary() {
    return "which component rules reach the eigenvector they seek";
  }

  @Override
  public String markdown(JsonNode json) {
    return markdown(ResultFiles.parse(json, Json.class));
  }

  @Override
  public Result run(Workbench bench) {
    long seed = bench.seed();
    int matrices = bench.pick(10, 100, 1000);
    int steps = bench.pick(10_000, 10_000, 40_000);
    List<RuleOutcome> rows = new ArrayList<>();
    for (MatrixFamily family : MatrixFamily.values()) {
      for (ComponentRule rule : ComponentRule.values()) {
        bench.progress().accept("gate: " + rule + " on " + family.label() + " matrices");
        rows.add(RuleOutcome.of(rule, family, matrices, steps, seed));
      }
    }
    Json json = new Json(seed, matrices, steps, RuleTrial.STEP, EXIN_CLAIM, recomputed(), rows);
    return new Result(json, markdown(json), List.of());
  }

  private static String recomputed() {
    return "eq:mca as printed moves by −ηỹ(Au − ỹu): its factor ỹ = uᵀAu changes sign on an indefinite"
        + " matrix, so uᵀAu = 0 is where it comes to rest; on A + ΓI the factor stays positive";
  }

  /** gate.json. */
  record Json(
      long seed,
      int matrices,
      int steps,
      double stepSize,
      String paper,
      String recomputed,
      List<RuleOutcome> measured) {}

  private static String markdown(Json json) {
    MarkdownTable table =
        new MarkdownTable(
            "matrices",
            "rule",
            "seeks",
            "converged",
            "median steps",
            "diverged",
            "median norm drift",
            "median R/λ at the end");
    for (RuleOutcome row : json.measured()) {
      table.row(
          row.family(),
          row.rule(),
          row.seeks(),
          String.format(Locale.ROOT, "%.1f %%", 100 * row.shareConverged()),
          row.medianSteps() == null ? "–" : row.medianSteps(),
          String.format(Locale.ROOT, "%.1f %%", 100 * row.shareDiverged()),
          row.medianNormDrift() == null
              ? "–"
              : String.format(Locale.ROOT, "%.2g", row.medianNormDrift()),
          row.medianRayleighRatio() == null
              ? "–"
              : String.format(Locale.ROOT, "%.4f", row.medianRayleighRatio()));
    }
    return "# Gate: which component rules reach the eigenvector they seek\n\n"
        + table
        + "\n"
        + json.matrices()
        + " matrices a row, "
        + RuleTrial.DIMENSION
        + "×"
        + RuleTrial.DIMENSION
        + " with ‖A‖ = 1, "
        + json.steps()
        + " steps of "
        + json.stepSize()
        + ". Converged: overlap with the eigenvector at least 1 − 1e−6 at the end; steps: to get there"
        + " for good. Diverged: ‖u‖ left [1e−6, 1e6] or is no number. Norm drift: the largest |‖u‖ − 1|"
        + " on the way. R/λ: the Rayleigh quotient over the eigenvalue sought.\n\n"
        + "Paper: "
        + json.paper()
        + ".\nRecomputed: "
        + json.recomputed()
        + ".\n";
  }
}
