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
import java.util.LinkedHashSet;
import java.util.List;
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
      RunSettings settings = Study.standard(bench, bench.pick(40, 200, 1000), bench.seed() + i);
      TrainedRun grown = TrainedRun.of("default", corpus, settings, bench);
      runs.add(grown);
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
                new Study.Claim("static, 191 heads", "1.0000 with 31.44 M parameters")),
            List.of(
                new Study.Claim(
                    "INCRT, 191 heads",
                    "the same shape has as many parameters grown as not: 31.44 M")),
            runs,
            List.of("The task is at its ceiling for any of these sizes, as the paper says too."));
    return new Result(
        study,
        study.markdown(TITLE),
        List.of(
            study.curves("baseline-curves", "Heads, their parameters and accuracy over epochs")));
  }

  /** The same recipe without growth. */
  public static RunSettings fixed(RunSettings settings, int heads) {
    return Settings.with(
        settings, Map.of("homeostat.enabled", "false", "network.heads", String.valueOf(heads)));
  }
}
