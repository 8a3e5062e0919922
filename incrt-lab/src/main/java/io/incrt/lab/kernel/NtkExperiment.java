package io.incrt.lab.kernel;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.base.Statistics;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.lab.experiment.Charts;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.Figure;
import io.incrt.lab.experiment.MarkdownTable;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Scale;
import io.incrt.lab.experiment.Workbench;
import io.incrt.lab.study.Study;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;

/**
 * Theorem thm:ntk measured: how a new head's part of the tangent kernel is aligned with the
 * residual operator it was born on, at birth and as its motor moves away by ε(t).
 */
public final class NtkExperiment implements Experiment {

  @Override
  public String name() {
    return "ntk";
  }

  @Override
  public String summary() {
    return "a new head's tangent kernel against the residual operator, at birth and after";
  }

  /**
   * A head at a moment.
   *
   * @param preset which settings
   * @param head its number
   * @param step the step
   * @param epsilon ‖M_a(t) − M_a(birth)‖
   * @param alignment ⟨PFP, A⟩/(‖PFP‖‖A‖), F the kernel in feature space, A the operator at birth
   * @param traceless the same with the trace of PFP taken away, as A has none
   * @param leading how much of PFP's leading direction lies in the plane (v₁, v_r) of A
   * @param samples the centred alignment of Θ with A as a kernel between records
   * @param constant ‖PFP‖/‖A‖ over the c the paper gives
   */
  public record Moment(
      String preset,
      int head,
      long step,
      double epsilon,
      double alignment,
      double traceless,
      double leading,
      double samples,
      double constant) {}

  /**
   * What to expect where the two have nothing to do with each other.
   *
   * @param alignment the mean |cosine| of random symmetric matrices without a trace
   * @param leading the share of a random direction that lies in a given plane
   */
  public record Chance(String preset, int head, double alignment, double leading) {}

  /** ntk.json. */
  public record Json(
      long seed,
      Scale scale,
      String task,
      List<Study.Claim> paper,
      List<Study.Claim> recomputed,
      List<Moment> measured,
      List<Chance> chance,
      List<String> remarks) {}

  @Override
  public String markdown(JsonNode json) {
    return markdown(ResultFiles.parse(json, Json.class));
  }

  @Override
  public Result run(Workbench bench) throws IOException {
    String task =
        bench.pick(
            "builtin:order?pairs=2&train=64&held=32",
            "builtin:order?pairs=16",
            "builtin:order?pairs=16");
    Corpus corpus = BuiltinTasks.generate(task, bench.seed());
    List<Moment> moments = new ArrayList<>();
    List<Chance> chances = new ArrayList<>();
    Map<String, RunSettings> presets = new LinkedHashMap<>();
    presets.put(Study.GEOMETRY, Study.geometry(bench, bench.pick(60, 400, 1000), bench.seed()));
    presets.put("paper", Study.printed(bench, bench.pick(20, 60, 1000), bench.seed()));
    for (Map.Entry<String, RunSettings> preset : presets.entrySet()) {
      bench.progress().accept("ntk: preset " + preset.getKey());
      BornHeads heads = new BornHeads(preset.getKey());
      // Level 3 would put layers between the tokens and what they are compared with.
      RunSettings settings =
          Settings.with(preset.getValue(), Map.of("homeostat.depth.enabled", "false"));
      Snapshots.during(
          corpus,
          settings,
          corpus.test().subList(0, bench.pick(4, 12, 32)),
          bench.pick(10, 20, 20),
          heads::observe);
      moments.addAll(heads.moments());
      chances.addAll(heads.chances());
    }
    Json json =
        new Json(
            bench.seed(),
            bench.scale(),
            task,
            List.of(
                new Study.Claim("P ΔΘ P", "proportional to A_res: alignment 1 at birth"),
                new Study.Claim("‖P ΔΘ P‖/‖A_res‖", "c = σ_V² d_v/(d_k n)"),
                new Study.Claim("as ε grows", "the alignment degrades by O(ε²)")),
            List.of(
                new Study.Claim(
                    "P ΔΘ P",
                    "near uniform attention ∂z_ia/∂M = x_i (C v_a)ᵀ/√d_k, C the covariance of the"
                        + " tokens: F is made of G and C alone. Where they commute, F commutes with G,"
                        + " and ⟨F, ½[G, M]⟩ = ½ tr([F, G] M) = 0: alignment 0")),
            moments,
            chances,
            List.of(alignments(moments, chances)));
    return new Result(json, markdown(json), List.of(figure(moments)));
  }

  /** The alignment that the theorem says is 1, beside what unrelated matrices would have. */
  static String alignments(List<Moment> moments, List<Chance> chances) {
    List<Double> atBirth = new ArrayList<>();
    int beyondChance = 0;
    for (Chance chance : chances) {
      double first = Math.abs(ofHead(moments, chance).get(0).traceless);
      atBirth.add(first);
      beyondChance += first > chance.alignment ? 1 : 0;
    }
    return String.format(
        Locale.ROOT,
        "Mean |alignment| of the traceless parts at birth: %.3f over %d heads, where proportional"
            + " matrices have 1; in %d of them it is larger than random matrices have on average. The"
            + " largest at any moment: %.3f.",
        Statistics.mean(atBirth.stream().mapToDouble(Double::doubleValue).toArray()),
        chances.size(),
        beyondChance,
        moments.stream().mapToDouble(one -> Math.abs(one.traceless)).max().orElse(Double.NaN));
  }

  /** A head's moments, the first of them at its birth. */
  private static List<Moment> ofHead(List<Moment> moments, Chance head) {
    return moments.stream()
        .filter(one -> one.preset.equals(head.preset) && one.head == head.head)
        .toList();
  }

  private static String markdown(Json json) {
    MarkdownTable claims = new MarkdownTable("", "paper, as printed", "recomputed");
    for (Study.Claim claim : json.paper()) {
      claims.row(
          claim.what(),
          claim.value(),
          json.recomputed().stream()
              .filter(one -> one.what().equals(claim.what()))
              .map(Study.Claim::value)
              .findFirst()
              .orElse("–"));
    }
    MarkdownTable table =
        new MarkdownTable(
            "preset",
            "head",
            "step",
            "ε",
            "alignment",
            "traceless",
            "by chance",
            "leading direction in A's plane",
            "by chance",
            "records",
            "constant / c");
    for (Chance chance : json.chance()) {
      List<Moment> own = ofHead(json.measured(), chance);
      int last = own.size() - 1;
      for (int i : IntStream.of(0, last / 8, last / 2, last).distinct().toArray()) {
        Moment one = own.get(i);
        table.row(
            one.preset,
            one.head,
            one.step,
            number(one.epsilon),
            number(one.alignment),
            number(one.traceless),
            "±" + number(chance.alignment),
            number(one.leading),
            number(chance.leading),
            number(one.samples),
            String.format(Locale.ROOT, "%.2g", one.constant));
      }
    }
    return "# ntk: a new head's tangent kernel and the residual operator\n\n"
        + claims
        + "\nMeasured on "
        + json.task()
        + ", the first layer. Head 0 is there from the start and is compared with the operator of its"
        + " own motor. At birth: at the first snapshot a head is in. Alignment:"
        + " the cosine of P F P with A_res at birth, F the kernel in feature space; traceless: without"
        + " F's trace; records: the centred alignment of Θ with A_res as a kernel between records.\n\n"
        + table
        + "\n"
        + String.join("\n\n", json.remarks())
        + "\n";
  }

  private static String number(double value) {
    // Without it, small negative numbers would print as −0.000.
    double rounded = Math.round(value * 1000) / 1000.0 + 0.0;
    return String.format(Locale.ROOT, "%.3f", rounded);
  }

  private static Figure figure(List<Moment> moments) {
    XYChart chart = Charts.xy("Alignment as the motor moves", "ε", "cosine, traceless part");
    chart.getStyler().setYAxisMin(-1.0).setYAxisMax(1.0);
    Map<String, List<Moment>> lines = new LinkedHashMap<>();
    for (Moment one : moments) {
      lines.computeIfAbsent(one.preset + ", head " + one.head, key -> new ArrayList<>()).add(one);
    }
    lines.forEach(
        (name, line) ->
            Charts.line(
                chart,
                name,
                line.stream().map(Moment::epsilon).toList(),
                line.stream().map(Moment::traceless).toList()));
    return new Figure(
        "ntk-alignment", Charts.svg("Tangent kernel against residual operator", List.of(chart)));
  }
}
