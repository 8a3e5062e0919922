package io.incrt.lab.report;

import static io.incrt.lab.report.Html.number;
import static io.incrt.lab.report.Html.percent;
import static io.incrt.lab.report.Html.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The report of one model as a page: what it is, how good, how sure, how it grew, why it stopped.
 */
public final class ReportPage {

  private static final int MOST_CLASSES = 40;

  private final ModelFiles files;
  private final StringBuilder out = new StringBuilder();

  private ReportPage(ModelFiles files) {
    this.files = files;
  }

  /** The page of a model's folder. */
  public static String of(Path folder) throws IOException {
    return new ReportPage(ModelFiles.read(folder)).page();
  }

  /** The style of every page here. */
  static String style() {
    try (InputStream stream = ReportPage.class.getResourceAsStream("report.css")) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The beginning of a page. */
  static String head(String title) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        + "<meta name=\"color-scheme\" content=\"light dark\">\n<title>"
        + text(title)
        + "</title>\n<style>\n"
        + style()
        + "</style>\n</head>\n<body>\n<main>\n";
  }

  private String page() {
    out.append(head("INCRT model: " + files.folder().getFileName()));
    headline();
    architecture();
    growth();
    learning();
    judgement();
    certificate();
    provenance();
    out.append("</main>\n</body>\n</html>\n");
    return out.toString();
  }

  // ---- What it is, how good, how sure --------------------------------------------------------

  private int heads() {
    int count = 0;
    for (JsonNode layer : files.layers()) {
      count += layer.path("heads").size();
    }
    return count;
  }

  private static String many(int count, String one) {
    return count + " " + one + (count == 1 ? "" : "s");
  }

  private void headline() {
    out.append("<header><p class=\"kind\">INCRT model report</p><h1>")
        .append(text(files.folder().getFileName()))
        .append("</h1><p class=\"lead\">A classifier of ")
        .append(many(files.labels().size(), "class").replace("classs", "classes"))
        .append(files.grows() ? " with " : " of fixed size with ")
        .append(many(heads(), "head"))
        .append(" in ")
        .append(many(files.layers().size(), "layer"))
        .append(files.grows() ? ", begun with one head in one layer" : "")
        .append(".</p></header>\n<dl class=\"figures\">");
    JsonNode judged = files.judged();
    String on = files.hasTest() ? "test records" : "validation records";
    if (judged.isObject()) {
      figure(
          "accuracy",
          percent(judged.path("accuracy").asDouble()),
          interval(judged, "accuracy")
              + ", "
              + number(judged.path("records").asDouble())
              + " "
              + on);
      figure("macro F1", percent(judged.path("macroF1").asDouble()), interval(judged, "macroF1"));
      figure(
          "calibration error",
          percent(judged.path("calibrationError").asDouble()),
          "how far its confidence is from being right");
    }
    JsonNode certificate = files.certificate();
    if (!files.grows()) {
      out.append("</dl>\n");
      return;
    }
    figure(
        "architecture",
        certificate.path("settled").asBoolean() ? "settled" : "not settled",
        certificate.path("settled").asBoolean()
            ? "at step " + number(certificate.path("step").asDouble())
            : "when training ended");
    out.append("</dl>\n");
  }

  private static String interval(JsonNode judged, String what) {
    JsonNode ends = judged.path(what + "Interval");
    return ends.size() == 2
        ? "95 % interval "
            + percent(ends.get(0).asDouble())
            + " to "
            + percent(ends.get(1).asDouble())
        : "";
  }

  private void figure(String name, String value, String note) {
    out.append("<div><dt>")
        .append(text(name))
        .append("</dt><dd><strong>")
        .append(text(value))
        .append("</strong><span>")
        .append(text(note))
        .append("</span></dd></div>");
  }

  private void section(String id, String title) {
    out.append("<h2 id=\"").append(id).append("\">").append(text(title)).append("</h2>\n");
  }

  // ---- The architecture ------------------------------------------------------------------------

  private void architecture() {
    section("architecture", "Architecture");
    int most = files.config().path("shape").path("keyDimensions").asInt(1);
    out.append(
        "<p>Each block is a head, filled as far as its key dimensions go; tokens flow from the"
            + " bottom layer up.</p>\n<div class=\"stack\">");
    List<JsonNode> layers = new ArrayList<>();
    files.layers().forEach(layer -> layers.add(0, layer));
    for (JsonNode layer : layers) {
      out.append("<div class=\"layer\"><h3>layer ")
          .append(layer.path("id").asInt())
          .append("</h3><ul>");
      for (JsonNode head : layer.path("heads")) {
        int own = ModelFiles.dimensions(head);
        out.append("<li style=\"--share:")
            .append(Html.at(100.0 * own / most))
            .append("%\"><b>head ")
            .append(head.path("id").asInt())
            .append("</b><span>")
            .append(own)
            .append(" of ")
            .append(most)
            .append(" dimensions</span><span>born at step ")
            .append(number(head.path("bornAt").asDouble()))
            .append("</span></li>");
      }
      out.append("</ul></div>");
    }
    out.append("</div>\n");
    long best = files.config().path("provenance").path("step").asLong();
    long last = 0;
    for (JsonNode event : files.growth()) {
      last = event.path("event").asText().equals("Settled") ? last : event.path("step").asLong();
    }
    if (last >= best) {
      out.append("<p>This is the model of step ")
          .append(number((double) best))
          .append(", the best on the validation records; what grew later is not in it.</p>\n");
    }
  }

  // ---- Growth ----------------------------------------------------------------------------------

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

  private void growth() {
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

  private void chart(LineChart chart) {
    if (!chart.isEmpty()) {
      out.append(chart.svg());
    }
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

  private void row(Object... cells) {
    out.append("<tr>");
    for (Object cell : cells) {
      out.append("<td>").append(text(cell)).append("</td>");
    }
    out.append("</tr>");
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

  // ---- Learning --------------------------------------------------------------------------------

  private void learning() {
    section("learning", "Learning");
    List<double[]> loss = new ArrayList<>();
    for (JsonNode line : files.history()) {
      loss.add(new double[] {line.path("step").asDouble(), line.path("loss").asDouble()});
    }
    List<double[]> held = new ArrayList<>();
    List<double[]> accuracy = new ArrayList<>();
    List<double[]> macro = new ArrayList<>();
    for (JsonNode line : files.metrics()) {
      double step = line.path("step").asDouble();
      held.add(new double[] {step, line.path("logLoss").asDouble()});
      accuracy.add(new double[] {step, line.path("accuracy").asDouble()});
      macro.add(new double[] {step, line.path("macroF1").asDouble()});
    }
    chart(
        new LineChart(
                "Loss on training batches (with dropout) and on validation records", "step", "loss")
            .over(0, files.lastStep())
            .line("training", loss)
            .line("validation", held));
    chart(
        new LineChart("Score on validation records", "step", "score")
            .over(0, files.lastStep())
            .between(0, 1)
            .line("accuracy", accuracy)
            .line("macro F1", macro));
  }

  // ---- Judgement -------------------------------------------------------------------------------

  private void judgement() {
    JsonNode judged = files.judged();
    if (!judged.isObject()) {
      return;
    }
    section("judgement", files.hasTest() ? "On the test records" : "On the validation records");
    out.append(
            "<div class=\"scroll\"><table id=\"classes\"><caption>Per class</caption><thead><tr>")
        .append(
            "<th>class</th><th>precision</th><th>recall</th><th>F1</th><th>records</th></tr></thead>")
        .append("<tbody>");
    for (JsonNode one : judged.path("perClass")) {
      row(
          one.path("label").asText(),
          one.path("precision").asDouble() == 0 && one.path("f1").asDouble() == 0
              ? "–"
              : percent(one.path("precision").asDouble()),
          percent(one.path("recall").asDouble()),
          percent(one.path("f1").asDouble()),
          number(one.path("support").asDouble()));
    }
    out.append("</tbody></table></div>\n");
    confusion(judged);
    calibration(judged);
  }

  private void confusion(JsonNode judged) {
    JsonNode labels = judged.path("labels");
    if (labels.size() > MOST_CLASSES) {
      out.append("<p>The confusion matrix of ")
          .append(labels.size())
          .append(" classes is in evaluation.json.</p>\n");
      return;
    }
    out.append(
        "<div class=\"scroll\"><table class=\"confusion\" id=\"confusion\"><caption>Confusion: rows are"
            + " true, columns predicted</caption><thead><tr><td></td>");
    labels.forEach(
        label -> out.append("<th scope=\"col\">").append(text(label.asText())).append("</th>"));
    out.append("</tr></thead><tbody>");
    for (int i = 0; i < labels.size(); i++) {
      JsonNode counts = judged.path("confusion").path(i);
      double sum = 0;
      for (JsonNode count : counts) {
        sum += count.asDouble();
      }
      out.append("<tr><th scope=\"row\">").append(text(labels.get(i).asText())).append("</th>");
      for (int j = 0; j < counts.size(); j++) {
        double share = sum == 0 ? 0 : counts.get(j).asDouble() / sum;
        out.append("<td class=\"")
            .append(i == j ? "right" : "wrong")
            .append(share > 0.55 ? " full" : "")
            .append("\" style=\"--share:")
            .append(Html.at(100 * share))
            .append("%\">")
            .append(counts.get(j).asInt())
            .append("</td>");
      }
      out.append("</tr>");
    }
    out.append("</tbody></table></div>\n");
  }

  private void calibration(JsonNode judged) {
    List<double[]> points = new ArrayList<>();
    for (JsonNode bin : judged.path("calibration")) {
      if (bin.path("records").asInt() > 0) {
        points.add(
            new double[] {bin.path("confidence").asDouble(), bin.path("accuracy").asDouble()});
      }
    }
    chart(
        new LineChart(
                "Calibration: how often it is right when it is so sure", "confidence", "right")
            .between(0, 1)
            .line("the model", points)
            .line("perfect", List.of(new double[] {0, 0}, new double[] {1, 1})));
  }

  // ---- Why it stopped, where it comes from
  // -------------------------------------------------------

  private void certificate() {
    section("certificate", "Certificate");
    JsonNode certificate = files.certificate();
    if (certificate.path("layers").isEmpty()) {
      out.append("<p>This network has a fixed size; there is nothing to certify.</p>\n");
      return;
    }
    boolean settled = certificate.path("settled").asBoolean();
    out.append("<p>")
        .append(
            settled
                ? "At step "
                    + number(certificate.path("step").asDouble())
                    + " the architecture was sufficient and minimal, and nothing was pending:"
                : "When training ended the architecture had not settled. The last check found:")
        .append("</p>\n<ul>");
    for (JsonNode layer : certificate.path("layers")) {
      double residual = layer.path("residualEnergy").asDouble();
      double threshold = layer.path("threshold").asDouble();
      double weakest = Double.POSITIVE_INFINITY;
      for (JsonNode energy : layer.path("headEnergies")) {
        weakest = Math.min(weakest, energy.asDouble());
      }
      out.append("<li>Layer ")
          .append(layer.path("layer").asInt())
          .append(": the energy no head captures, Γ_res = ")
          .append(number(residual))
          .append(residual <= threshold ? ", is within" : ", exceeds")
          .append(" θ_w = ")
          .append(number(threshold))
          .append(". ")
          .append(
              Double.isInfinite(weakest)
                  ? "No born head to judge."
                  : "The weakest born head carries "
                      + number(weakest)
                      + (weakest >= layer.path("pruneThreshold").asDouble()
                          ? ", not less than"
                          : ", less than")
                      + " φ_g = "
                      + number(layer.path("pruneThreshold").asDouble())
                      + ".")
          .append(" Captured directions are orthogonal")
          .append(exactness(layer.path("orthogonalityError").asDouble()))
          .append(".</li>");
    }
    out.append("</ul>\n");
  }

  private static String exactness(double error) {
    return error == 0 ? "" : String.format(Locale.ROOT, " up to %.0e", error);
  }

  private void provenance() {
    section("provenance", "Provenance");
    out.append("<dl class=\"provenance\">");
    JsonNode made = files.config().path("provenance");
    for (Map.Entry<String, JsonNode> entry : made.properties()) {
      if (!entry.getKey().equals("command")) {
        out.append("<dt>")
            .append(text(entry.getKey()))
            .append("</dt><dd>")
            .append(text(entry.getValue().asText()))
            .append("</dd>");
      }
    }
    out.append("</dl>\n");
    if (made.path("command").isTextual()) {
      out.append("<p>To make it again:</p>\n<pre><code id=\"command\">")
          .append(text(made.path("command").asText()))
          .append("</code></pre>\n");
    }
  }
}
