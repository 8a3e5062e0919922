package io.incrt.report;

import static io.incrt.report.Html.number;
import static io.incrt.report.Html.percent;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How the model grew: timeline, energies, the gate, predictions, events. */
final class GrowthSection extends Section {

  GrowthSection(ModelFiles files, StringBuilder out) {
    super(files, out);
  }

  private static String words(JsonNode event) {
    String head = "head " + event.path("head").asInt();
    String layer = "layer " + event.path("layer").asInt();
    return switch (event.path("event").asText()) {
      case "HeadBorn" -> head + " born in " + layer;
      case "HeadPruned" -> head + " pruned from " + layer;
      case "DimensionAdded" -> head + " has " + event.path("dimensions").asInt() + " dimensions";
      case "LayerAdded" -> layer + " added";
      case "LayerRemoved" -> layer + " removed";
      case "TaskChanged" -> "the task changed";
      case "Settled" -> "the architecture is settled";
      default -> event.path("event").asText();
    };
  }

  private static String why(JsonNode event) {
    return switch (event.path("event").asText()) {
      case "HeadBorn" ->
          "Γ_res "
              + number(event.path("residualEnergy").asDouble())
              + " > θ_w "
              + number(event.path("threshold").asDouble());
      case "HeadPruned" ->
          "Γ_h "
              + number(event.path("energy").asDouble())
              + " < φ_g "
              + number(event.path("pruneThreshold").asDouble());
      case "DimensionAdded" ->
          percent(event.path("uncapturedShare").asDouble()) + " of its operator lies outside";
      case "LayerAdded" ->
          percent(event.path("reason").path("unexplained").asDouble()) + " of the loss is left";
      case "LayerRemoved" ->
          "it changed its tokens by " + percent(event.path("relativeChange").asDouble());
      default -> "";
    };
  }

  private List<double[]> series(int layer, String name) {
    List<double[]> points = new ArrayList<>();
    for (JsonNode line : files.history()) {
      for (JsonNode one : line.path("layers")) {
        if (one.path("layer").asInt() == layer && one.has(name)) {
          points.add(new double[] {line.path("step").asDouble(), one.path(name).asDouble()});
        }
      }
    }
    return points;
  }

  void write() {
    if (!files.grows()) {
      return;
    }
    section("growth", "Growth");
    Map<Double, double[]> sums = new TreeMap<>();
    List<Integer> layers = new ArrayList<>();
    for (JsonNode line : files.history()) {
      double[] sum = sums.computeIfAbsent(line.path("step").asDouble(), step -> new double[2]);
      for (JsonNode one : line.path("layers")) {
        sum[0] += one.path("heads").asDouble();
        sum[1] += one.path("dimensions").asDouble();
        if (!layers.contains(one.path("layer").asInt())) {
          layers.add(one.path("layer").asInt());
        }
      }
    }
    List<double[]> heads = new ArrayList<>();
    List<double[]> dimensions = new ArrayList<>();
    sums.forEach(
        (step, sum) -> {
          heads.add(new double[] {step, sum[0]});
          dimensions.add(new double[] {step, sum[1]});
        });
    LineChart timeline =
        new LineChart(
                "Heads and key dimensions. Dots are events: green for growth, orange for pruning, hollow"
                    + " for settled",
                "step",
                "count")
            .over(0, files.lastStep())
            .stairs("heads", heads)
            .stairs("key dimensions", dimensions);
    for (JsonNode event : files.growth()) {
      timeline.mark(
          event.path("step").asDouble(),
          event.path("event").asText(),
          "step " + event.path("step").asLong() + ": " + words(event));
    }
    chart(timeline);
    LineChart energy =
        new LineChart("What no head has captured, against the threshold", "step", "Γ_res / θ_w")
            .over(0, files.lastStep());
    LineChart gate =
        new LineChart("The gate's ends of the residual operator", "step", "λ")
            .over(0, files.lastStep());
    for (int layer : layers) {
      energy.line("layer " + layer, ratio(layer));
      gate.line("λ_max, layer " + layer, series(layer, "lambdaMax"));
      gate.line("λ_min, layer " + layer, series(layer, "lambdaMin"));
    }
    if (!energy.isEmpty()) {
      energy.line("threshold", flat(1));
    }
    chart(energy);
    chart(gate);
    predictions();
    events();
  }

  private List<double[]> ratio(int layer) {
    List<double[]> residual = series(layer, "residualEnergy");
    List<double[]> threshold = series(layer, "threshold");
    List<double[]> points = new ArrayList<>();
    for (int i = 0; i < residual.size(); i++) {
      points.add(new double[] {residual.get(i)[0], residual.get(i)[1] / threshold.get(i)[1]});
    }
    return points;
  }

  private List<double[]> flat(double value) {
    List<double[]> ends = new ArrayList<>();
    if (!files.history().isEmpty()) {
      ends.add(new double[] {files.history().get(0).path("step").asDouble(), value});
      JsonNode last = files.history().get(files.history().size() - 1);
      ends.add(new double[] {last.path("step").asDouble(), value});
    }
    return ends;
  }

  private void predictions() {
    if (!files.certificate().path("layers").path(0).has("heads")) {
      return;
    }
    out.append(
        "<div class=\"scroll\"><table><caption>Heads, predicted and observed at the last certificate"
            + " (the predictions count born heads, not the seed head)</caption><thead><tr>"
            + "<th>layer</th><th>observed</th><th>born</th><th>the paper's formula</th><th>bound</th>"
            + "<th>spectral count</th></tr></thead><tbody>");
    for (JsonNode layer : files.certificate().path("layers")) {
      JsonNode heads = layer.path("heads");
      row(
          layer.path("layer").asText(),
          heads.path("observed").asText("–"),
          heads.path("born").asText("–"),
          number(heads.path("predictedByPaper").asDouble(Double.NaN)),
          number(heads.path("bound").asDouble(Double.NaN)),
          heads.path("spectral").isNumber() ? heads.path("spectral").asText() : "–");
    }
    out.append("</tbody></table></div>\n");
  }

  private void events() {
    if (files.growth().isEmpty()) {
      out.append("<p>Nothing was grown or pruned.</p>\n");
      return;
    }
    out.append("<details open><summary>")
        .append(many(files.growth().size(), "event"))
        .append(
            "</summary><div class=\"scroll\"><table id=\"events\"><thead><tr><th>step</th><th>event"
                + "</th><th>because</th></tr></thead><tbody>");
    for (JsonNode event : files.growth()) {
      row(number(event.path("step").asDouble()), words(event), why(event));
    }
    out.append("</tbody></table></div></details>\n");
  }
}
