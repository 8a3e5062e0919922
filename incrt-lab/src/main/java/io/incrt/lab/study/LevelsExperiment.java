package io.incrt.lab.study;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Scale;
import io.incrt.lab.experiment.Workbench;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What levels 2 (dimensions) and 3 (depth) add to level 1 (width), alone and together. */
public final class LevelsExperiment implements Experiment {

  private static final String TITLE = "levels: what dimensions and depth add to width";

  @Override
  public String name() {
    return "levels";
  }

  @Override
  public String summary() {
    return "width alone, with dimensions, with depth, with both";
  }

  @Override
  public String markdown(JsonNode json) {
    return ResultFiles.parse(json, Study.class).markdown(TITLE);
  }

  @Override
  public Result run(Workbench bench) throws IOException {
    List<TrainedRun> runs = new ArrayList<>();
    Map<String, String> tasks = new LinkedHashMap<>();
    tasks.put(
        "order",
        bench.pick(
            "builtin:order?pairs=4&train=64&held=32",
            "builtin:order?pairs=16",
            "builtin:order?pairs=16"));
    tasks.put(
        "hops",
        bench.pick(
            "builtin:hops?hops=1&train=64&held=32", "builtin:hops?hops=2", "builtin:hops?hops=2"));
    for (Map.Entry<String, String> task : tasks.entrySet()) {
      Corpus corpus = BuiltinTasks.generate(task.getValue(), bench.seed());
      for (int i = 0; i < bench.pick(1, 1, 3); i++) {
        for (boolean dimensions : new boolean[] {false, true}) {
          for (boolean depth : new boolean[] {false, true}) {
            RunSettings settings =
                Study.standard(bench, bench.pick(40, 1000, 3000), bench.seed() + i);
            Map<String, String> changes =
                new LinkedHashMap<>(BuiltinTasks.suggestions(task.getValue()));
            if (bench.scale() == Scale.TINY) {
              changes.remove("training.batchSize");
            }
            changes.put("homeostat.dimensions.enabled", String.valueOf(dimensions));
            changes.put("network.allDimensions", String.valueOf(!dimensions));
            changes.put("homeostat.depth.enabled", String.valueOf(depth));
            String name =
                task.getKey()
                    + ": width"
                    + (dimensions ? ", dimensions" : "")
                    + (depth ? ", depth" : "");
            runs.add(TrainedRun.of(name, corpus, Settings.with(settings, changes), bench));
          }
        }
      }
    }
    Study study =
        new Study(
            bench.seed(),
            bench.scale(),
            List.of(new Study.Claim("levels 2 and 3", "described, not measured")),
            List.of(),
            runs,
            List.of(
                "Without level 2 every head has all its key dimensions from birth. On order one layer"
                    + " is enough; on hops it is not."));
    return new Result(
        study,
        study.markdown(TITLE),
        List.of(study.curves("levels-curves", "Heads, their parameters and accuracy over epochs")));
  }
}
