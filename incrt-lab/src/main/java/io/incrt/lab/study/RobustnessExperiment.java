package io.incrt.lab.study;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.corpus.Corpus;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Workbench;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** "Robustness of the head-count law" (tab:robustness): τ of 0.2, 0.4 and 0.6, five seeds. */
public final class RobustnessExperiment implements Experiment {

  private static final String TITLE = "robustness: the head count under three thresholds";

  private static final double[] TAUS = {0.2, 0.4, 0.6};
  private static final int[] PRINTED = {239, 191, 143};
  private static final String[] OBSERVED = {"231 ± 4, .993", "191 ± 3, .995", "150 ± 5, .991"};

  @Override
  public String name() {
    return "robustness";
  }

  @Override
  public String summary() {
    return "head counts predicted and observed under three thresholds";
  }

  @Override
  public String markdown(JsonNode json) {
    return ResultFiles.parse(json, Study.class).markdown(TITLE);
  }

  @Override
  public Result run(Workbench bench) throws IOException {
    Corpus corpus = CovSyntheticExperiment.corpus(bench);
    List<TrainedRun> runs = new ArrayList<>();
    List<Study.Claim> paper = new ArrayList<>();
    List<Study.Claim> recomputed = new ArrayList<>();
    for (int t = 0; t < TAUS.length; t++) {
      String tau = String.valueOf(TAUS[t]);
      paper.add(
          new Study.Claim("τ = " + tau, "predicted " + PRINTED[t] + ", observed " + OBSERVED[t]));
      recomputed.add(
          new Study.Claim(
              "τ = " + tau,
              String.format(
                  Locale.ROOT,
                  "predicted %.0f from κ = 9.1",
                  CovSyntheticExperiment.formula(9.1, TAUS[t]))));
      for (int i = 0; i < bench.pick(1, 3, 5); i++) {
        long seed = bench.seed() + i;
        runs.add(
            TrainedRun.of(
                "default, τ " + tau,
                corpus,
                with(Study.standard(bench, bench.pick(30, 120, 1000), seed), tau),
                bench));
        runs.add(
            TrainedRun.of(
                "paper, τ " + tau,
                corpus,
                with(Study.printed(bench, bench.pick(30, 30, 1000), seed), tau),
                bench));
      }
    }
    Study study = new Study(bench.seed(), bench.scale(), paper, recomputed, runs, remarks(runs));
    return new Result(
        study,
        study.markdown(TITLE),
        List.of(study.curves("robustness-curves", "Heads, residual energy and accuracy")));
  }

  private static RunSettings with(RunSettings settings, String tau) {
    return Settings.with(settings, "homeostat.tau", tau);
  }

  private static List<String> remarks(List<TrainedRun> runs) {
    double worst =
        runs.stream()
            .filter(run -> run.predictedByPaper() != null && run.predictedByPaper() > 0)
            .mapToDouble(run -> Math.abs(Math.log(run.born() / run.predictedByPaper())))
            .filter(Double::isFinite)
            .max()
            .orElse(Double.NaN);
    return List.of(
        Double.isNaN(worst)
            ? "No run both grew and has a prediction, so no ratio can be formed."
            : String.format(
                Locale.ROOT,
                "Born heads and the paper's formula differ by a factor of up to %.1f; the paper"
                    + " prints ratios of 0.97 to 1.05.",
                Math.exp(worst)));
  }
}
