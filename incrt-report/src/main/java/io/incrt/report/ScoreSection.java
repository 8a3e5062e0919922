package io.incrt.report;

import static io.incrt.report.Html.number;
import static io.incrt.report.Html.percent;
import static io.incrt.report.Html.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** How it learned, and how good the best model is. */
final class ScoreSection extends Section {

  private static final int MOST_CLASSES = 40;

  ScoreSection(ModelFiles files, StringBuilder out) {
    super(files, out);
  }

  void write() {
    learning();
    judgement();
  }

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
}
