package io.incrt.lab.study;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.base.Statistics;
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
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** What levels 2 (dimensions) and 3 (depth) add to level 1 (width), each alone and both at once. */
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
                Study.geometry(bench, bench.pick(40, 1000, 3000), bench.seed() + i);
            Map<String, String> changes =
                new LinkedHashMap<>(BuiltinTasks.suggestions(task.getValue()));
            if (bench.scale() == Scale.TINY) {
              changes.remove("training.batchSize");
            }
            changes.put("homeostat.dimensions.enabled", String.valueOf(dimensions));
            changes.put("network.allDimensions", String.valueOf(!dimensions));
            changes.put("homeostat.depth.enabled", String.valueOf(depth));
            String name = new Variant(task.getKey(), dimensions, depth).name();
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
            remarks(runs));
    return new Result(
        study,
        study.markdown(TITLE),
        List.of(study.curves("levels-curves", "Heads, their parameters and accuracy over epochs")));
  }

  /** A task with some of the levels switched on; the name of its runs. */
  private record Variant(String task, boolean dimensions, boolean depth) {
    String name() {
      return task + ": width" + (dimensions ? ", dimensions" : "") + (depth ? ", depth" : "");
    }

    static Variant of(TrainedRun run) {
      String levels = run.name().substring(run.name().indexOf(": "));
      return new Variant(
          run.name().substring(0, run.name().indexOf(": ")),
          levels.contains(", dimensions"),
          levels.contains(", depth"));
    }
  }

  /** What each level changed on each task, from the runs. */
  static List<String> remarks(List<TrainedRun> runs) {
    List<String> remarks = new ArrayList<>();
    remarks.add(
        "Without level 2 every head has all its key dimensions from birth. Pairs are runs with the"
            + " same seed that differ in one level alone.");
    for (String task : runs.stream().map(run -> Variant.of(run).task).distinct().toList()) {
      List<TrainedRun> own =
          runs.stream().filter(run -> Variant.of(run).task.equals(task)).toList();
      remarks.add(task + ", level 2 (dimensions): " + dimensions(own));
      remarks.add(task + ", level 3 (depth): " + depth(own));
    }
    return remarks;
  }

  private static String dimensions(List<TrainedRun> runs) {
    List<TrainedRun> with = runs.stream().filter(run -> Variant.of(run).dimensions).toList();
    List<TrainedRun> without = runs.stream().filter(run -> !Variant.of(run).dimensions).toList();
    return String.format(
        Locale.ROOT,
        "%.1f key dimensions a head with it, %.1f without. %s",
        mean(with, LevelsExperiment::dimensionsPerHead),
        mean(without, LevelsExperiment::dimensionsPerHead),
        accuracies(
            with,
            without,
            variant -> new Variant(variant.task, !variant.dimensions, variant.depth)));
  }

  private static double dimensionsPerHead(TrainedRun run) {
    return run.heads().stream()
        .flatMap(List::stream)
        .mapToInt(Integer::intValue)
        .average()
        .orElse(Double.NaN);
  }

  private static String depth(List<TrainedRun> runs) {
    List<TrainedRun> with = runs.stream().filter(run -> Variant.of(run).depth).toList();
    List<TrainedRun> without = runs.stream().filter(run -> !Variant.of(run).depth).toList();
    return String.format(
        Locale.ROOT,
        "%d of %d runs with it ended with more than one layer. %s",
        with.stream().filter(run -> run.heads().size() > 1).count(),
        with.size(),
        accuracies(
            with,
            without,
            variant -> new Variant(variant.task, variant.dimensions, !variant.depth)));
  }

  private static String accuracies(
      List<TrainedRun> with, List<TrainedRun> without, UnaryOperator<Variant> counterpart) {
    int higher = 0;
    int lower = 0;
    int pairs = 0;
    for (TrainedRun run : with) {
      String name = counterpart.apply(Variant.of(run)).name();
      for (TrainedRun other : without) {
        if (other.name().equals(name) && other.seed() == run.seed()) {
          pairs++;
          higher += run.accuracy() > other.accuracy() ? 1 : 0;
          lower += run.accuracy() < other.accuracy() ? 1 : 0;
        }
      }
    }
    return String.format(
        Locale.ROOT,
        "Mean test accuracy %.4f with it, %.4f without; of %d pairs higher with it in %d, lower in %d,"
            + " equal in %d.",
        mean(with, TrainedRun::accuracy),
        mean(without, TrainedRun::accuracy),
        pairs,
        higher,
        lower,
        pairs - higher - lower);
  }

  private static double mean(List<TrainedRun> runs, ToDoubleFunction<TrainedRun> figure) {
    return Statistics.mean(runs.stream().mapToDouble(figure).toArray());
  }
}
