package io.incrt.report;

import static io.incrt.report.Html.number;
import static io.incrt.report.Html.percent;
import static io.incrt.report.Html.text;

import io.incrt.Evaluation;
import io.incrt.event.Certificate;
import io.incrt.event.Moment;
import io.incrt.objective.ClassCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The learning curves, and the evaluation of the best model. */
final class ScoreSection extends Section {

  private static final int MOST_CLASSES = 40;

  /** The longest label that stands upright above its column. */
  private static final int SHORT = 7;

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
    for (Moment moment : files.history()) {
      loss.add(new double[] {moment.step(), moment.loss()});
    }
    chart(
        new LineChart(
                "Loss on training batches (with dropout) and on validation records", "step", "loss")
            .over(0, files.lastStep())
            .best((double) files.bestStep())
            .line("training", loss)
            .line("validation", figure("logLoss")));
    chart(
        new LineChart("Score on validation records", "step", "score")
            .over(0, files.lastStep())
            .between(0, 1)
            .best((double) files.bestStep())
            .line("accuracy", figure("accuracy"))
            .line("macro F1", figure("macroF1")));
    out.append("<p id=\"best\">The model is that of step ")
        .append(number((double) files.bestStep()))
        .append(", which scored best on the validation records (")
        .append(number(files.config().provenance().validationScore()))
        .append(").</p>\n");
  }

  /** A figure over the validations. */
  private List<double[]> figure(String name) {
    return files.metrics().stream()
        .map(validation -> new double[] {validation.step(), validation.figure(name)})
        .toList();
  }

  private void judgement() {
    if (files.judged().isEmpty()) {
      return;
    }
    Evaluation judged = files.judged().get();
    section("judgement", files.hasTest() ? "On the test records" : "On the validation records");
    Certificate.Floor floor = files.certificate().floor();
    if (floor != null) {
      out.append("<p id=\"floor\">A linear model on n-grams (")
          .append(text(floor.description()))
          .append("): ")
          .append(text(floor.words()))
          .append(".</p>\n");
    }
    files
        .evaluation()
        .optimism()
        .ifPresent(
            optimism ->
                out.append(
                    String.format(
                        Locale.ROOT,
                        "<p id=\"optimism\">On the validation records, which chose what was kept,"
                            + " accuracy is %.1f points %s.</p>%n",
                        100 * Math.abs(optimism),
                        optimism < 0 ? "lower" : "higher")));
    out.append(
            "<div class=\"scroll\"><table id=\"classes\"><caption>Per class</caption><thead><tr>")
        .append(
            "<th>class</th><th>precision</th><th>recall</th><th>F1</th><th>records</th></tr></thead>")
        .append("<tbody>");
    for (int i = 0; i < judged.perClass().size(); i++) {
      Evaluation.ClassFigures figures = judged.perClass().get(i);
      int column = i;
      boolean predicted = judged.confusion().stream().anyMatch(row -> row.get(column) > 0);
      boolean there = figures.support() > 0;
      row(
          figures.label(),
          predicted ? percent(figures.precision()) : "–",
          there ? percent(figures.recall()) : "–",
          there || predicted ? percent(figures.f1()) : "–",
          number((double) figures.support()));
    }
    out.append("</tbody></table></div>\n");
    confusion(judged);
    calibration(judged);
  }

  private void confusion(Evaluation judged) {
    List<String> labels = judged.labels();
    if (labels.size() > MOST_CLASSES) {
      out.append("<p>The confusion matrix of ")
          .append(labels.size())
          .append(" classes is in evaluation.json.</p>\n");
      return;
    }
    out.append("<div class=\"scroll\"><table class=\"confusion");
    out.append(labels.stream().anyMatch(label -> label.length() > SHORT) ? " tall" : "")
        .append(
            "\" id=\"confusion\"><caption>Confusion: rows are true, columns predicted</caption>"
                + "<thead><tr><td></td>");
    labels.forEach(
        label -> out.append("<th scope=\"col\"><span>").append(text(label)).append("</span></th>"));
    out.append("</tr></thead><tbody>");
    for (int i = 0; i < labels.size(); i++) {
      List<Integer> counts = judged.confusion().get(i);
      int sum = counts.stream().mapToInt(Integer::intValue).sum();
      out.append("<tr><th scope=\"row\">").append(text(labels.get(i))).append("</th>");
      for (int j = 0; j < counts.size(); j++) {
        double share = sum == 0 ? 0 : (double) counts.get(j) / sum;
        out.append("<td class=\"")
            .append(i == j ? "right" : "wrong")
            .append(share > 0.55 ? " full" : "")
            .append("\" style=\"--share:")
            .append(Html.at(100 * share))
            .append("%\">")
            .append(counts.get(j))
            .append("</td>");
      }
      out.append("</tr>");
    }
    out.append("</tbody></table></div>\n");
  }

  private void calibration(Evaluation judged) {
    List<double[]> points = new ArrayList<>();
    for (ClassCounts.Bin bin : judged.calibration()) {
      if (bin.records() > 0) {
        points.add(new double[] {bin.confidence(), bin.accuracy()});
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
