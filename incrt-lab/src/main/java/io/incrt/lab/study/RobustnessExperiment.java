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
import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** "Robustness of the head-count law" (tab:robustness): τ of 0.2, 0.4 and 0.6, five seeds. */
public final class RobustnessExperiment implements Experiment {

  private static final String TITLE = "robustness: the head count under three thresholds";

  private static final double[] TAUS = {0.2, 0.4, 0.6};
  private static final int[] PREDICTED = {239, 191, 143};
  private static final int[] OBSERVED = {231, 191, 150};
  private static final String[] SPREAD_AND_ACCURACY = {"± 4, .993", "± 3, .995", "± 5, .991"};

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
          new Study.Claim(
              "τ = " + tau,
              "predicted "
                  + PREDICTED[t]
                  + ", observed "
                  + OBSERVED[t]
                  + " "
                  + SPREAD_AND_ACCURACY[t]));
      recomputed.add(
          new Study.Claim(
              "τ = " + tau,
              String.format(
                  Locale.ROOT, "predicted %.0f from κ = 9.1", PrintedFormula.heads(9.1, TAUS[t]))));
      for (int i = 0; i < bench.pick(1, 3, 5); i++) {
        long seed = bench.seed() + i;
        runs.add(
            TrainedRun.of(
                "geometry, τ " + tau,
                corpus,
                with(Study.geometry(bench, bench.pick(30, 120, 1000), seed), tau),
                bench));
        runs.add(
            TrainedRun.of(
                "paper, τ " + tau,
                corpus,
                with(Study.printed(bench, bench.pick(30, 30, 1000), seed), tau),
                bench));
      }
    }
    List<TrainedRun> proven = new ArrayList<>();
    for (int i = 0; i < bench.pick(1, 3, 5); i++) {
      RunSettings settings = Study.byEvidence(bench, bench.pick(30, 120, 1000), bench.seed() + i);
      proven.add(TrainedRun.of("default, no threshold", corpus, settings, bench));
    }
    String remark = ratios(runs);
    runs.addAll(proven);
    Study study =
        new Study(
            bench.seed(),
            bench.scale(),
            paper,
            recomputed,
            runs,
            List.of(
                remark
                    + " The default is not among them: what it keeps depends on no threshold of the"
                    + " energies."));
    return new Result(
        study,
        study.markdown(TITLE),
        List.of(study.curves("robustness-curves", "Heads, residual energy and accuracy")));
  }

  private static RunSettings with(RunSettings settings, String tau) {
    return Settings.with(settings, "homeostat.tau", tau);
  }

  /** Born heads over the paper's formula, over all runs that have a prediction. */
  static String ratios(List<TrainedRun> runs) {
    List<TrainedRun> predicted =
        runs.stream().filter(run -> run.predictedByPaper() != null).toList();
    if (predicted.isEmpty()) {
      return "None of the " + runs.size() + " runs has a prediction to compare born heads with.";
    }
    List<TrainedRun> comparable =
        predicted.stream().filter(run -> Double.isFinite(Study.bornOverFormula(run))).toList();
    List<TrainedRun> grown = comparable.stream().filter(run -> run.born() > 0).toList();
    DoubleSummaryStatistics printed =
        IntStream.range(0, TAUS.length)
            .mapToDouble(t -> (double) OBSERVED[t] / PREDICTED[t])
            .summaryStatistics();
    long asPrinted =
        comparable.stream()
            .mapToDouble(Study::bornOverFormula)
            .filter(ratio -> ratio >= printed.getMin() && ratio <= printed.getMax())
            .count();
    return String.format(
        Locale.ROOT,
        "Of %d runs %d have a prediction; %d of those bore no head.%s Born heads over the paper's"
            + " formula: %s; of the runs that grew: %s. The paper prints %.2f to %.2f, where %d of %d"
            + " runs lie.",
        runs.size(),
        predicted.size(),
        predicted.stream().filter(run -> run.born() == 0).count(),
        withoutRatio(predicted),
        range(comparable),
        range(grown),
        printed.getMin(),
        printed.getMax(),
        asPrinted,
        comparable.size());
  }

  /** Runs the formula predicts no head for cannot have a ratio, but are not passed over. */
  private static String withoutRatio(List<TrainedRun> predicted) {
    IntSummaryStatistics born =
        predicted.stream()
            .filter(run -> run.predictedByPaper() <= 0)
            .mapToInt(TrainedRun::born)
            .summaryStatistics();
    return born.getCount() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            " For %d the formula gives 0, so there is no ratio; they bore %d to %d.",
            born.getCount(),
            born.getMin(),
            born.getMax());
  }

  private static String range(List<TrainedRun> runs) {
    DoubleSummaryStatistics ratios =
        runs.stream().mapToDouble(Study::bornOverFormula).summaryStatistics();
    return runs.isEmpty()
        ? "none"
        : String.format(
            Locale.ROOT,
            "%.2f to %.2f over %d runs",
            ratios.getMin(),
            ratios.getMax(),
            ratios.getCount());
  }
}
