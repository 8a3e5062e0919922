package io.incrt.lab.study;

import io.incrt.base.Statistics;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.lab.experiment.Charts;
import io.incrt.lab.experiment.Figure;
import io.incrt.lab.experiment.MarkdownTable;
import io.incrt.lab.experiment.Scale;
import io.incrt.lab.experiment.Workbench;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.knowm.xchart.XYChart;

/**
 * What the experiments that train have in common: settings at a scale, tables over seeds, curves.
 *
 * @param seed what the runs' seeds start from
 * @param scale how much work was done
 * @param paper what the paper prints
 * @param recomputed what its own definitions give
 * @param measured every run
 * @param remarks how it was measured, and what the runs show, in words computed from them
 */
public record Study(
    long seed,
    Scale scale,
    List<Claim> paper,
    List<Claim> recomputed,
    List<TrainedRun> measured,
    List<String> remarks) {

  /** A number or statement. */
  public record Claim(String what, String value) {}

  /** What runs under the preset {@code default} are called: growth that proves its worth. */
  public static final String DEFAULT = "default";

  /** What runs under the preset {@code geometry} are called: growth by energies. */
  public static final String GEOMETRY = "geometry";

  /** What runs under the paper's own settings are called. */
  public static final String PAPER = "paper";

  /** Settings of the preset {@code default}, made small at the smallest scale. */
  public static RunSettings byEvidence(Workbench bench, long steps, long seed) {
    return sized(bench, RunSettings.defaults(), steps, seed, "16", "4");
  }

  /** The same for a built-in task. */
  public static RunSettings byEvidence(Workbench bench, String task, long steps, long seed) {
    RunSettings preset = Settings.with(RunSettings.defaults(), BuiltinTasks.suggestions(task));
    return sized(bench, preset, steps, seed, "16", "4");
  }

  /** Settings of the preset {@code geometry}, made small at the smallest scale. */
  public static RunSettings geometry(Workbench bench, long steps, long seed) {
    return sized(bench, RunSettings.geometry(), steps, seed, "16", "4");
  }

  /** Settings of the preset {@code paper}, the same. */
  public static RunSettings printed(Workbench bench, long steps, long seed) {
    return sized(bench, RunSettings.paper(), steps, seed, "16", "8");
  }

  private static RunSettings sized(
      Workbench bench,
      RunSettings preset,
      long steps,
      long seed,
      String tinyWidth,
      String tinyDimensions) {
    Map<String, String> changes = new LinkedHashMap<>();
    changes.put("training.steps", String.valueOf(steps));
    changes.put("training.evaluateEvery", String.valueOf(Math.max(1, steps / 10)));
    changes.put("training.seed", String.valueOf(seed));
    if (bench.scale() == Scale.TINY || !preset.parts().floor().isMixed()) {
      // Where it is only to stand beside, it is of no use to an experiment.
      changes.put("parts.floor", "NONE");
    }
    if (bench.scale() == Scale.TINY) {
      changes.put("network.width", tinyWidth);
      changes.put("network.keyDimensions", tinyDimensions);
      changes.put("training.batchSize", "8");
    }
    return Settings.with(preset, changes);
  }

  /** Mean and, of several, standard deviation. */
  static String over(List<TrainedRun> runs, ToDoubleFunction<TrainedRun> figure, String format) {
    double[] values = runs.stream().mapToDouble(figure).filter(Double::isFinite).toArray();
    if (values.length == 0) {
      return "–";
    }
    String mean = String.format(Locale.ROOT, format, Statistics.mean(values));
    return values.length < 2
        ? mean
        : mean + " ± " + String.format(Locale.ROOT, format, Statistics.deviation(values));
  }

  private static double orNaN(Double value) {
    return value == null ? Double.NaN : value;
  }

  /** Born heads over what the paper's formula predicts; NaN where it predicts none or nothing. */
  static double bornOverFormula(TrainedRun run) {
    double predicted = orNaN(run.predictedByPaper());
    return predicted > 0 ? run.born() / predicted : Double.NaN;
  }

  /** A row for every name, over its seeds. */
  MarkdownTable table() {
    MarkdownTable table =
        new MarkdownTable(
            "run",
            "seeds",
            "heads",
            "key dimensions (seed " + seed + ")",
            "layers",
            "pruned",
            "paper's formula",
            "bound",
            "spectral count",
            "born / formula",
            "test accuracy",
            "macro F1",
            "parameters in heads");
    for (Map.Entry<String, List<TrainedRun>> entry : byName().entrySet()) {
      List<TrainedRun> runs = entry.getValue();
      table.row(
          entry.getKey(),
          runs.size(),
          over(runs, TrainedRun::headCount, "%.1f"),
          dimensions(runs.get(0)),
          over(runs, run -> run.heads().size(), "%.1f"),
          over(runs, TrainedRun::pruned, "%.1f"),
          over(runs, run -> orNaN(run.predictedByPaper()), "%.1f"),
          over(runs, run -> orNaN(run.bound()), "%.1f"),
          over(runs, run -> orNaN(run.spectral()), "%.1f"),
          over(runs, Study::bornOverFormula, "%.2f"),
          over(runs, TrainedRun::accuracy, "%.4f"),
          over(runs, TrainedRun::macroF1, "%.4f"),
          over(runs, TrainedRun::attentionParameters, "%.0f"));
    }
    return table;
  }

  /** Many equal heads are counted instead of listed. */
  private static String dimensions(TrainedRun run) {
    List<String> layers = new ArrayList<>();
    for (List<Integer> layer : run.heads()) {
      boolean equal = layer.stream().distinct().count() == 1;
      layers.add(
          equal
              ? layer.size() + " × " + layer.get(0)
              : layer.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }
    return String.join("; ", layers);
  }

  Map<String, List<TrainedRun>> byName() {
    return byName(measured);
  }

  /** The runs of every name, which differ in their seeds, in the order the names come up. */
  static Map<String, List<TrainedRun>> byName(List<TrainedRun> runs) {
    return runs.stream()
        .collect(Collectors.groupingBy(TrainedRun::name, LinkedHashMap::new, Collectors.toList()));
  }

  String markdown(String title) {
    MarkdownTable claims =
        new MarkdownTable("", "paper, as printed", "recomputed from its definitions");
    Map<String, String> byDefinition =
        recomputed.stream().collect(Collectors.toMap(Claim::what, Claim::value));
    for (Claim claim : paper) {
      claims.row(claim.what(), claim.value(), byDefinition.getOrDefault(claim.what(), "–"));
    }
    return "# "
        + title
        + "\n\n"
        + claims
        + "\nMeasured ("
        + scale.name().toLowerCase(Locale.ROOT)
        + " scale; mean ± standard deviation over seeds):\n\n"
        + table()
        + remarks.stream().map(remark -> "\n" + remark + "\n").collect(Collectors.joining());
  }

  /** Heads, their parameters, Γ_res/θ_w and score over the epochs of each name's first run. */
  Figure curves(String name, String title) {
    List<XYChart> charts = new ArrayList<>();
    chart("Heads", "heads", TrainedRun.Moment::heads).ifPresent(charts::add);
    chart("Parameters in heads", "parameters", TrainedRun.Moment::attentionParameters)
        .ifPresent(charts::add);
    chart(
            "Residual energy over threshold",
            "Γ_res / θ_w",
            moment -> moment.residualEnergy() / moment.threshold())
        .ifPresent(charts::add);
    chart("Validation accuracy", "accuracy", TrainedRun.Moment::accuracy).ifPresent(charts::add);
    return new Figure(name, Charts.svg(title, charts));
  }

  /** A line for every name; none where a figure is known of none. */
  private Optional<XYChart> chart(
      String title, String y, ToDoubleFunction<TrainedRun.Moment> figure) {
    XYChart chart = Charts.xy(title, "epoch", y);
    chart.getStyler().setXAxisMin(0.0);
    boolean drawn = false;
    for (Map.Entry<String, List<TrainedRun>> entry : byName().entrySet()) {
      List<Double> epochs = new ArrayList<>();
      List<Double> values = new ArrayList<>();
      for (TrainedRun.Moment moment : entry.getValue().get(0).curve()) {
        double value = figure.applyAsDouble(moment);
        if (Double.isFinite(value)) {
          epochs.add(moment.epoch());
          values.add(value);
        }
      }
      if (!epochs.isEmpty()) {
        Charts.line(chart, entry.getKey(), epochs, values);
        drawn = true;
      }
    }
    return drawn ? Optional.of(chart) : Optional.empty();
  }
}
