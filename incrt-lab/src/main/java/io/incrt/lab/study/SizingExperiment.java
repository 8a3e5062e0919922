package io.incrt.lab.study;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.lab.experiment.Charts;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.Figure;
import io.incrt.lab.experiment.MarkdownTable;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Scale;
import io.incrt.lab.experiment.Workbench;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.knowm.xchart.XYChart;

/**
 * Is what is grown as large as the task needs? Tasks that need so many look-ups at once (heads),
 * that tell so many keys apart (key dimensions) or follow so many pointers (layers). The least size
 * is that of the smallest static network, trained with the same recipe, whose validation accuracy
 * is within half a per cent of the best. The test records take no part in that choice. No linear
 * model stands beside these networks: it knows nothing of the tasks, and would be fitted anew for
 * each.
 */
public final class SizingExperiment implements Experiment {

  private static final double CLOSE = 0.005;

  @Override
  public String name() {
    return "sizing";
  }

  @Override
  public String summary() {
    return "tasks of known size: is what is grown as large as the task needs?";
  }

  /** What a task needs more or less of. */
  enum What {
    /** Heads that one position needs at once. */
    HEADS("heads"),
    /** Key dimensions of a head. */
    DIMENSIONS("key dimensions"),
    /** Layers one after the other. */
    LAYERS("layers");

    private final String words;

    What(String words) {
      this.words = words;
    }

    /** So much of it in a network that does not grow, otherwise of the same recipe. */
    RunSettings fixed(RunSettings settings, int size) {
      Map<String, String> changes = new TreeMap<>();
      changes.put("homeostat.enabled", "false");
      changes.put("homeostat.evidence.enabled", "false");
      changes.put("network.layers", this == LAYERS || size == 0 ? String.valueOf(size) : "1");
      changes.put("network.heads", this == HEADS && size > 0 ? String.valueOf(size) : "1");
      if (this == DIMENSIONS) {
        changes.put("network.keyDimensions", String.valueOf(size));
      } else if (this == LAYERS) {
        changes.put("network.heads", "2");
      }
      return Settings.with(settings, changes);
    }

    /** How much of it a network has. */
    int in(List<List<Integer>> heads) {
      return switch (this) {
        case HEADS -> heads.stream().mapToInt(List::size).sum();
        case DIMENSIONS ->
            heads.stream().flatMap(List::stream).mapToInt(Integer::intValue).max().orElse(0);
        case LAYERS -> heads.size();
      };
    }

    /** Within one; of dimensions, which come and go by halves, within a factor of two. */
    boolean isNear(int found, int least) {
      return this == DIMENSIONS
          ? found <= 2 * least && least <= 2 * found
          : Math.abs(found - least) <= 1;
    }
  }

  /**
   * A task of the grid.
   *
   * @param sizes those of the static networks
   */
  private record Point(String task, What what, List<Integer> sizes) {}

  /**
   * One task with one seed.
   *
   * @param least the size of the smallest static network that is as good as the best
   * @param leastAccuracy its accuracy on the test records
   * @param bestStatic the size of the static network that validates best
   * @param bestAccuracy its accuracy on the test records
   * @param found the size that was grown
   * @param near whether that is the least size, or nearly
   * @param accuracy of what was grown, on the test records
   */
  record Row(
      String task,
      What what,
      long seed,
      int least,
      double leastValidation,
      double leastAccuracy,
      int bestStatic,
      double bestValidation,
      double bestAccuracy,
      int found,
      boolean near,
      double validation,
      double accuracy) {

    static Row of(String task, What what, TrainedRun grown, List<TrainedRun> statics) {
      TrainedRun best = best(statics);
      TrainedRun least = smallestCloseToBest(what, statics);
      int found = what.in(grown.heads());
      return new Row(
          task,
          what,
          grown.seed(),
          what.in(least.heads()),
          least.validation(),
          least.accuracy(),
          what.in(best.heads()),
          best.validation(),
          best.accuracy(),
          found,
          what.isNear(found, what.in(least.heads())),
          grown.validation(),
          grown.accuracy());
    }

    /** Whether what was grown is as accurate as the best static network. */
    boolean asAccurate() {
      return accuracy >= bestAccuracy - CLOSE;
    }
  }

  private static TrainedRun best(List<TrainedRun> runs) {
    return runs.stream().max(Comparator.comparingDouble(TrainedRun::validation)).orElseThrow();
  }

  /** The smallest of those that validate nearly as well as the best. */
  static TrainedRun smallestCloseToBest(What what, List<TrainedRun> runs) {
    double best = best(runs).validation();
    return runs.stream()
        .filter(run -> run.validation() >= best - CLOSE)
        .min(Comparator.comparingInt(run -> what.in(run.heads())))
        .orElseThrow();
  }

  /** sizing.json. */
  record Json(
      long seed,
      Scale scale,
      String paper,
      String recomputed,
      List<Row> measured,
      List<TrainedRun> runs) {}

  @Override
  public String markdown(JsonNode json) {
    return markdown(ResultFiles.parse(json, Json.class));
  }

  private static List<Point> grid(Workbench bench) {
    if (bench.scale() == Scale.TINY) {
      String tiny = "&train=64&held=32";
      return List.of(
          new Point("builtin:lookups?heads=1" + tiny, What.HEADS, List.of(0, 1)),
          new Point("builtin:lookups?heads=1&keys=8" + tiny, What.DIMENSIONS, List.of(2, 4)),
          new Point("builtin:hops?hops=1" + tiny, What.LAYERS, List.of(0, 1)));
    }
    List<Point> grid = new ArrayList<>();
    grid.add(new Point("builtin:lookups?heads=0", What.HEADS, List.of(0, 1)));
    grid.add(new Point("builtin:lookups?heads=1", What.HEADS, List.of(0, 1, 2)));
    grid.add(new Point("builtin:lookups?heads=2&keys=3", What.HEADS, List.of(0, 1, 2, 3)));
    grid.add(new Point("builtin:lookups?heads=2", What.HEADS, List.of(0, 1, 2, 3)));
    String three = "builtin:lookups?heads=3&keys=3&items=3";
    grid.add(new Point(three, What.HEADS, List.of(1, 2, 3, 4)));
    grid.add(new Point("builtin:lookups?heads=1", What.DIMENSIONS, List.of(2, 4, 8)));
    grid.add(new Point("builtin:lookups?heads=1&keys=16", What.DIMENSIONS, List.of(2, 4, 8, 16)));
    grid.add(new Point("builtin:hops?hops=0", What.LAYERS, List.of(0, 1)));
    grid.add(new Point("builtin:hops?hops=1", What.LAYERS, List.of(0, 1, 2)));
    grid.add(new Point("builtin:hops?hops=2", What.LAYERS, List.of(1, 2, 3)));
    if (bench.scale() == Scale.PAPER) {
      grid.add(new Point("builtin:lookups?heads=1&keys=64", What.DIMENSIONS, List.of(2, 4, 8, 16)));
      grid.add(new Point("builtin:hops?hops=3", What.LAYERS, List.of(1, 2, 3, 4)));
    }
    return grid;
  }

  @Override
  public List<String> tasks(Workbench bench) {
    return grid(bench).stream().map(Point::task).distinct().toList();
  }

  @Override
  public Result run(Workbench bench) throws IOException {
    List<Row> rows = new ArrayList<>();
    List<TrainedRun> all = new ArrayList<>();
    for (int i = 0; i < bench.pick(1, 1, 3); i++) {
      long seed = bench.seed() + i;
      List<Point> points = grid(bench).stream().filter(point -> bench.takes(point.task)).toList();
      for (Point point : points) {
        Corpus corpus = BuiltinTasks.generate(point.task, seed);
        RunSettings settings =
            Settings.with(
                Study.byEvidence(bench, point.task, bench.pick(30, 3000, 6000), seed),
                "parts.floor",
                "NONE");
        TrainedRun grown = TrainedRun.of(point.task + ", grown", corpus, settings, bench);
        List<TrainedRun> statics = new ArrayList<>();
        for (int size : point.sizes) {
          statics.add(
              TrainedRun.of(
                  point.task + ", static, " + size + " " + point.what.words,
                  corpus,
                  point.what.fixed(settings, size),
                  bench));
        }
        // One run answers for both heads and dimensions.
        if (!all.contains(grown)) {
          all.add(grown);
        }
        all.addAll(statics);
        rows.add(Row.of(point.task, point.what, grown, statics));
      }
    }
    Json json =
        new Json(
            bench.seed(),
            bench.scale(),
            "the number of heads follows the complexity of the task",
            "A_res knows nothing of the labels; under evidence it only says where heads are born",
            rows,
            all);
    return new Result(json, markdown(json), List.of(figure(rows)));
  }

  private static String markdown(Json json) {
    MarkdownTable table =
        new MarkdownTable(
            "task",
            "what",
            "seed",
            "least",
            "found",
            "near",
            "found: validation",
            "test accuracy",
            "least: validation",
            "test accuracy",
            "best static",
            "validation",
            "test accuracy");
    for (Row row : json.measured()) {
      table.row(
          row.task(),
          row.what().words,
          row.seed(),
          row.least(),
          row.found(),
          row.near() ? "yes" : "**no**",
          accuracy(row.validation()),
          accuracy(row.accuracy()),
          accuracy(row.leastValidation()),
          accuracy(row.leastAccuracy()),
          row.bestStatic(),
          accuracy(row.bestValidation()),
          accuracy(row.bestAccuracy()));
    }
    int all = json.measured().size();
    long near = json.measured().stream().filter(Row::near).count();
    long asAccurate = json.measured().stream().filter(Row::asAccurate).count();
    return "# sizing: as large as the task needs?\n\n"
        + table
        + "\nLeast: the smallest static network whose validation accuracy is within 0.5 % of the best"
        + " static network's. Test records are used only after that choice. Near: within one of it"
        + " (heads, layers) or within a factor of two (key dimensions).\n"
        + String.format(
            Locale.ROOT,
            "%nNear the least size in %d of %d; on the test records within 0.5 %% of the best static"
                + " network, or better, in %d of %d.%n",
            near,
            all,
            asAccurate,
            all)
        + "\nPaper: "
        + json.paper()
        + ". Recomputed: "
        + json.recomputed()
        + ".\n";
  }

  private static String accuracy(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }

  private static Figure figure(List<Row> rows) {
    List<XYChart> charts = new ArrayList<>();
    for (What what : What.values()) {
      List<Row> own = rows.stream().filter(row -> row.what() == what).toList();
      if (own.isEmpty()) {
        continue;
      }
      XYChart chart = Charts.xy("Found against least: " + what.words, "least", "found");
      List<Double> least = own.stream().map(row -> (double) row.least()).toList();
      List<Double> ends =
          List.of(0.0, 1 + own.stream().mapToDouble(Row::least).max().orElseThrow());
      Charts.line(chart, "as large as needed", ends, ends);
      Charts.points(chart, "found", least, own.stream().map(row -> (double) row.found()).toList());
      charts.add(chart);
    }
    return new Figure("sizing", Charts.svg("Size found and size needed", charts));
  }
}
