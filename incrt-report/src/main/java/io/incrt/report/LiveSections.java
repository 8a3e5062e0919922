package io.incrt.report;

import static io.incrt.report.Html.number;
import static io.incrt.report.Html.text;

import io.incrt.event.GrowthEvent;
import io.incrt.event.LiveLine;
import io.incrt.event.Validation;
import io.incrt.report.live.Curve;
import io.incrt.report.live.LiveRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The charts and tables of a run that goes on. */
final class LiveSections {

  private static final int SHOWN = 30;

  /** Lines that can be told apart. */
  private static final int LINES = 4;

  private final LiveRun run;
  private final StringBuilder out;

  LiveSections(LiveRun run, StringBuilder out) {
    this.run = run;
    this.out = out;
  }

  private void begin(String id, String title, boolean shown) {
    out.append("<section id=\"").append(id).append("\" data-live>");
    if (shown) {
      out.append("<h2>").append(text(title)).append("</h2>\n");
    }
  }

  private void end() {
    out.append("</section>\n");
  }

  private LineChart chart(String title, String name) {
    return new LineChart(title, "step", name).over(0, (double) Math.max(1, run.steps()));
  }

  private void draw(LineChart chart) {
    if (!chart.isEmpty()) {
      out.append(chart.svg());
    }
  }

  /** "macro F1" for macroF1, "log loss" for logLoss. */
  static String figureName(String figure) {
    return figure.equals("macroF1")
        ? "macro F1"
        : figure.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  private static boolean isLoss(String figure) {
    return figure.toLowerCase(Locale.ROOT).contains("loss");
  }

  // ---- Loss and scores -------------------------------------------------------------------------

  void scores() {
    LineChart loss = chart("Loss while training and on the validation records", "nats");
    loss.line("training", run.loss().points());
    LineChart scores = chart("Scores on the validation records", "score");
    int drawn = 0;
    for (Map.Entry<String, Curve> figure : run.figures().entrySet()) {
      List<double[]> points = figure.getValue().points();
      if (isLoss(figure.getKey())) {
        loss.line("validation, " + figureName(figure.getKey()), points);
      } else if (drawn < LINES) {
        scores.line(figureName(figure.getKey()), points);
        drawn++;
      }
    }
    run.best()
        .ifPresent(
            best -> scores.mark((double) best.step(), "best", "the best: step " + best.step()));
    begin("scores", "Loss and scores", !loss.isEmpty() || !scores.isEmpty());
    draw(loss);
    draw(scores);
    validations();
    end();
  }

  private void validations() {
    if (run.validations().isEmpty()) {
      return;
    }
    List<Validation> last = newestFirst(run.validations());
    List<String> names =
        last.stream()
            .flatMap(one -> one.figures().keySet().stream())
            .distinct()
            .sorted()
            .limit(8)
            .toList();
    table(
        "validations",
        shown(last.size(), run.validated(), "validation"),
        "<th>step</th>"
            + names.stream()
                .map(name -> "<th>" + text(figureName(name)) + "</th>")
                .collect(Collectors.joining())
            + "<th>best so far</th>");
    for (Validation one : last) {
      List<Object> cells = new ArrayList<>(List.of(number((double) one.step())));
      names.forEach(name -> cells.add(number(one.figure(name))));
      cells.add(one.best() ? "yes" : "");
      row(cells);
    }
    endTable();
  }

  private static <T> List<T> newestFirst(Iterable<T> all) {
    List<T> list = new ArrayList<>();
    all.forEach(list::add);
    Collections.reverse(list);
    return list.size() > SHOWN ? list.subList(0, SHOWN) : list;
  }

  private static String shown(int shown, long all, String noun) {
    String plural = noun + (all == 1 ? "" : "s");
    return shown < all
        ? "The last " + shown + " of " + number((double) all) + " " + plural
        : number((double) all) + " " + plural;
  }

  private void table(String id, String summary, String heads) {
    out.append("<details id=\"")
        .append(id)
        .append("\"><summary>")
        .append(text(summary))
        .append("</summary>");
    tableOf(id, summary, heads);
  }

  private void tableOf(String id, String name, String heads) {
    out.append("<div class=\"scroll\" id=\"")
        .append(id)
        .append("-table\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .append(text(name))
        .append("\"><table><thead><tr>")
        .append(heads)
        .append("</tr></thead><tbody>");
  }

  private void endTable() {
    out.append("</tbody></table></div></details>\n");
  }

  private void row(List<Object> cells) {
    out.append("<tr>");
    cells.forEach(cell -> out.append("<td>").append(text(cell)).append("</td>"));
    out.append("</tr>");
  }

  // ---- Parts -----------------------------------------------------------------------------------

  void size() {
    LineChart size =
        chart(
            "Heads, and the parts that are judged. Dots are events: green for growth, orange for"
                + " what was removed, hollow for a network that settled",
            "count");
    size.stairs("heads", run.heads().points());
    size.stairs("parts", run.partCount().points());
    LineChart dimensions = chart("Key dimensions of all heads", "count");
    if (run.dimensions().points().stream().anyMatch(point -> point[1] > 0)) {
      dimensions.stairs("key dimensions", run.dimensions().points());
    }
    for (GrowthEvent event : run.growth()) {
      size.mark(
          (double) event.step(),
          EventWords.kind(event),
          "step " + event.step() + ": " + EventWords.what(event));
    }
    begin("size", "Parts coming and going", !size.isEmpty());
    draw(size);
    draw(dimensions);
    if (!run.growth().isEmpty()) {
      List<GrowthEvent> last = newestFirst(run.growth());
      out.append("<details id=\"events\" open><summary>")
          .append(text(shown(last.size(), run.grown(), "event")))
          .append("</summary>");
      tableOf("events", "events", "<th>step</th><th>event</th><th>because</th>");
      for (GrowthEvent event : last) {
        row(List.of(number((double) event.step()), EventWords.what(event), EventWords.why(event)));
      }
      endTable();
    } else if (!size.isEmpty()) {
      out.append("<p>Nothing was grown or removed so far.</p>\n");
    }
    end();
  }

  void worth() {
    List<LiveLine.Part> parts =
        run.parts().stream()
            .sorted(Comparator.comparingDouble(LiveLine.Part::worth).reversed())
            .toList();
    begin("worth", "What the parts are worth", !parts.isEmpty());
    if (!parts.isEmpty()) {
      out.append(
          "<p>How much the loss of records that were not trained on rises without a part, in nats,"
              + " and two standard errors to either side.</p>\n");
      LineChart chart =
          chart(
              parts.size() > LINES
                  ? "Worth of the " + LINES + " parts that are worth most"
                  : "Worth of the parts",
              "nats");
      for (LiveLine.Part part : parts.subList(0, Math.min(LINES, parts.size()))) {
        Curve curve = run.worths().get(part.describe());
        if (curve != null) {
          chart.line(part.describe(), curve.points());
        }
      }
      draw(chart);
      out.append("<details id=\"parts\" open><summary>")
          .append(text(shown(Math.min(SHOWN, parts.size()), parts.size(), "part")))
          .append("</summary>");
      tableOf(
          "parts",
          "worth of each part",
          "<th>part</th><th>born at step</th><th>worth</th><th></th>");
      for (LiveLine.Part part : parts.subList(0, Math.min(SHOWN, parts.size()))) {
        row(
            List.of(
                part.describe(),
                number((double) part.bornAtStep()),
                String.format(Locale.ROOT, "%.4f ± %.4f", part.worth(), 2 * part.error()),
                verdict(part)));
      }
      endTable();
    }
    end();
  }

  private static String verdict(LiveLine.Part part) {
    if (part.worth() - 2 * part.error() > 0) {
      return "helps";
    }
    return part.worth() + 2 * part.error() < 0 ? "these records do better without it" : "not shown";
  }

  void energies() {
    LineChart energy = chart("What no head has captured, against the threshold", "Γ_res / θ_w");
    int drawn = 0;
    for (Map.Entry<Integer, Curve> layer : run.energies().entrySet()) {
      if (drawn < LINES - 1) {
        energy.line("layer " + layer.getKey(), layer.getValue().points());
        drawn++;
      }
    }
    begin("energies", "Energies", !energy.isEmpty());
    if (!energy.isEmpty()) {
      energy.line("threshold", List.of(new double[] {0, 1}, new double[] {run.steps(), 1}));
      draw(energy);
    }
    end();
  }
}
