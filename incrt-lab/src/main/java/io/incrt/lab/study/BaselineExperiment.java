package io.incrt.lab.study;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.base.Statistics;
import io.incrt.data.corpus.Corpus;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Workbench;
import io.incrt.settings.NetworkSettings;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * "Static Baseline Comparison" (tab:baseline): networks of fixed size with as many heads as were
 * predicted and observed, the same recipe.
 */
public final class BaselineExperiment implements Experiment {

  private static final String TITLE = "baseline: grown against static networks of the same size";

  @Override
  public String name() {
    return "baseline";
  }

  @Override
  public String summary() {
    return "static networks with as many heads as were predicted and observed";
  }

  @Override
  public String markdown(JsonNode json) {
    return ResultFiles.parse(json, Study.class).markdown(TITLE);
  }

  @Override
  public Result run(Workbench bench) throws IOException {
    Corpus corpus = CovSyntheticExperiment.corpus(bench);
    List<TrainedRun> runs = new ArrayList<>();
    for (int i = 0; i < bench.pick(1, 1, 3); i++) {
      RunSettings settings = Study.geometry(bench, bench.pick(40, 200, 1000), bench.seed() + i);
      TrainedRun grown = TrainedRun.of(Study.GEOMETRY, corpus, settings, bench);
      runs.add(grown);
      RunSettings evidence = Study.byEvidence(bench, bench.pick(40, 200, 1000), bench.seed() + i);
      runs.add(TrainedRun.of(Study.DEFAULT, corpus, evidence, bench));
      Set<Integer> counts = new LinkedHashSet<>();
      counts.add(grown.headCount());
      if (grown.predictedByPaper() != null) {
        // The predictions count born heads; a static network has them besides the first.
        counts.add(1 + (int) Math.round(grown.predictedByPaper()));
      }
      counts.add(bench.pick(2, 8, 32));
      for (int heads : counts) {
        runs.add(
            TrainedRun.of(
                "static, " + heads + (heads == 1 ? " head" : " heads"),
                corpus,
                fixed(settings, heads),
                bench));
      }
    }
    Study study =
        new Study(
            bench.seed(),
            bench.scale(),
            List.of(
                new Study.Claim("INCRT, 191 heads", ".9947 with 15.00 M parameters"),
                new Study.Claim("static, 191 heads", "1.0000 with 31.44 M parameters"),
                new Study.Claim("accuracy over sizes", "at the ceiling with any K ≥ 32")),
            List.of(new Study.Claim("INCRT, 191 heads", parametersInHeads(191))),
            runs,
            List.of(spreadBetweenSizes(runs)));
    return new Result(
        study,
        study.markdown(TITLE),
        List.of(
            study.curves("baseline-curves", "Heads, their parameters and accuracy over epochs")));
  }

  /** The numbers in heads of the paper's dimensions: W_Q, W_K, W_V and W_O, d·d_k each. */
  private static String parametersInHeads(int heads) {
    NetworkSettings network = RunSettings.paper().network();
    return String.format(
        Locale.ROOT,
        "%d heads · 4 · d %d · d_k %d = %.2f M in heads, grown or static: the same shape has as many"
            + " parameters either way",
        heads,
        network.width(),
        network.keyDimensions(),
        4e-6 * heads * network.width() * network.keyDimensions());
  }

  /** Compares how much accuracy differs between networks with how much it differs over seeds. */
  static String spreadBetweenSizes(List<TrainedRun> runs) {
    Map<String, List<TrainedRun>> byName = Study.byName(runs);
    Map<String, Double> means = new LinkedHashMap<>();
    byName.forEach((name, seeds) -> means.put(name, Statistics.mean(accuracies(seeds))));
    Map.Entry<String, Double> worst =
        Collections.min(means.entrySet(), Map.Entry.comparingByValue());
    Map.Entry<String, Double> best =
        Collections.max(means.entrySet(), Map.Entry.comparingByValue());
    double betweenSizes = best.getValue() - worst.getValue();
    String text =
        String.format(
            Locale.ROOT,
            "Mean test accuracy of the %d networks ranges from %.4f (%s) to %.4f (%s), a spread of"
                + " %.4f; the best misclassifies %.2f %% of the test records. ",
            means.size(),
            worst.getValue(),
            worst.getKey(),
            best.getValue(),
            best.getKey(),
            betweenSizes,
            100 * (1 - best.getValue()));
    List<List<TrainedRun>> repeated =
        byName.values().stream().filter(seeds -> seeds.size() > 1).toList();
    if (repeated.isEmpty()) {
      return text + "No network has more than one seed to compare that spread with.";
    }
    double overSeeds = repeated.stream().mapToDouble(BaselineExperiment::range).max().orElseThrow();
    return text
        + String.format(
            Locale.ROOT,
            "Over the seeds of one network it spreads by up to %.4f: the networks differ %s.",
            overSeeds,
            betweenSizes > overSeeds
                ? "by more than the seeds do"
                : "by no more than the seeds do, so these runs do not tell the sizes apart");
  }

  private static double[] accuracies(List<TrainedRun> runs) {
    return runs.stream().mapToDouble(TrainedRun::accuracy).toArray();
  }

  private static double range(List<TrainedRun> runs) {
    DoubleSummaryStatistics summary =
        runs.stream().mapToDouble(TrainedRun::accuracy).summaryStatistics();
    return summary.getMax() - summary.getMin();
  }

  /** The same recipe without growth: one layer of so many heads, none without any. */
  public static RunSettings fixed(RunSettings settings, int heads) {
    Map<String, String> changes = new LinkedHashMap<>();
    changes.put("homeostat.enabled", "false");
    changes.put("homeostat.evidence.enabled", "false");
    if (heads == 0) {
      changes.put("network.layers", "0");
    } else {
      changes.put("network.heads", String.valueOf(heads));
    }
    return Settings.with(settings, changes);
  }
}
