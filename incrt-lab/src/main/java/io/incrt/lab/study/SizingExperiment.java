package io.incrt.lab.study;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.tasks.OrderTask;
import io.incrt.lab.experiment.Charts;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.Figure;
import io.incrt.lab.experiment.MarkdownTable;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Scale;
import io.incrt.lab.experiment.Workbench;
import io.incrt.settings.RunSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.XYChart;

/**
 * Does the size follow the task? The order task with more and more pairs: what was grown, beside
 * the smallest static network whose validation accuracy is within half a per cent of the best. The
 * test records take no part in that choice.
 */
public final class SizingExperiment implements Experiment {

  private static final double CLOSE = 0.005;

  @Override
  public String name() {
    return "sizing";
  }

  @Override
  public String summary() {
    return "the order task with more and more pairs: does the size follow the task?";
  }

  /**
   * One size of the task.
   *
   * @param grownAccuracy on the test records
   * @param smallestStatic the heads of the static network that was chosen
   * @param staticValidation its validation accuracy, by which it was chosen
   * @param staticAccuracy its accuracy on the test records
   * @param bestStaticValidation the best validation accuracy of any static network
   */
  record Row(
      int pairs,
      int grownHeads,
      int grownDimensions,
      double grownValidation,
      double grownAccuracy,
      int smallestStatic,
      int staticDimensions,
      double staticValidation,
      double staticAccuracy,
      double bestStaticValidation) {

    static Row of(int pairs, TrainedRun grown, List<TrainedRun> statics) {
      TrainedRun chosen = smallestCloseToBest(statics);
      return new Row(
          pairs,
          grown.headCount(),
          dimensions(grown),
          grown.validation(),
          grown.accuracy(),
          chosen.headCount(),
          dimensions(chosen),
          chosen.validation(),
          chosen.accuracy(),
          bestValidation(statics));
    }

    private static int dimensions(TrainedRun run) {
      return run.heads().stream().flatMap(List::stream).mapToInt(Integer::intValue).sum();
    }
  }

  private static double bestValidation(List<TrainedRun> runs) {
    return runs.stream().mapToDouble(TrainedRun::validation).max().orElseThrow();
  }

  /** The run with the fewest heads among those that validate nearly as well as the best. */
  static TrainedRun smallestCloseToBest(List<TrainedRun> runs) {
    double best = bestValidation(runs);
    return runs.stream()
        .filter(run -> run.validation() >= best - CLOSE)
        .min(Comparator.comparingInt(TrainedRun::headCount))
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

  @Override
  public Result run(Workbench bench) throws IOException {
    List<Integer> sizes =
        bench.pick(List.of(1, 2), List.of(1, 8, 64), List.of(1, 2, 4, 8, 16, 32, 64, 128));
    List<Integer> fixed = bench.pick(List.of(1, 2), List.of(1, 4, 16), List.of(1, 2, 4, 8, 16));
    List<Row> rows = new ArrayList<>();
    List<TrainedRun> all = new ArrayList<>();
    for (int pairs : sizes) {
      Corpus corpus =
          new OrderTask(pairs, 24, 50, bench.pick(64, 8000, 16_000), bench.pick(32, 1000, 1000))
              .generate(bench.seed());
      RunSettings settings = Study.standard(bench, bench.pick(20, 2000, 3000), bench.seed());
      TrainedRun grown = TrainedRun.of(pairs + " pairs, grown", corpus, settings, bench);
      all.add(grown);
      List<TrainedRun> statics = new ArrayList<>();
      for (int heads : fixed) {
        statics.add(
            TrainedRun.of(
                pairs + " pairs, static " + heads,
                corpus,
                BaselineExperiment.fixed(settings, heads),
                bench));
      }
      all.addAll(statics);
      rows.add(Row.of(pairs, grown, statics));
    }
    Json json =
        new Json(
            bench.seed(),
            bench.scale(),
            "the number of heads follows the complexity of the task",
            "κ depends on the operator at initialisation, which knows nothing of the labels",
            rows,
            all);
    return new Result(json, markdown(json), List.of(figure(rows)));
  }

  private static String markdown(Json json) {
    MarkdownTable table =
        new MarkdownTable(
            "pairs",
            "grown: heads",
            "key dimensions",
            "validation",
            "test accuracy",
            "static: heads",
            "key dimensions",
            "validation",
            "test accuracy",
            "best static validation");
    for (Row row : json.measured()) {
      table.row(
          row.pairs(),
          row.grownHeads(),
          row.grownDimensions(),
          accuracy(row.grownValidation()),
          accuracy(row.grownAccuracy()),
          row.smallestStatic(),
          row.staticDimensions(),
          accuracy(row.staticValidation()),
          accuracy(row.staticAccuracy()),
          accuracy(row.bestStaticValidation()));
    }
    return "# sizing: does the size follow the task?\n\n"
        + table
        + "\nStatic: the network with the fewest heads whose validation accuracy is within 0.5 % of the"
        + " best static network's. Test records are used only after that choice.\n"
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
    XYChart chart = Charts.xy("Key dimensions over the size of the task", "pairs (log2)", "count");
    List<Double> x = rows.stream().map(row -> Math.log(row.pairs()) / Math.log(2)).toList();
    Charts.line(
        chart,
        "grown: key dimensions",
        x,
        rows.stream().map(row -> (double) row.grownDimensions()).toList());
    Charts.line(
        chart,
        "smallest static: key dimensions",
        x,
        rows.stream().map(row -> (double) row.staticDimensions()).toList());
    return new Figure("sizing", Charts.svg("Size grown and size needed", List.of(chart)));
  }
}
