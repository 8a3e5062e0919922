package io.incrt.report;

import static io.incrt.report.Html.percent;
import static io.incrt.report.Html.text;

import io.incrt.compare.ComparedModel;
import io.incrt.compare.Comparison;
import io.incrt.compare.Difference;
import io.incrt.compare.Figure;
import io.incrt.compare.Pair;
import java.util.List;
import java.util.Locale;

/** The page of several models side by side. */
public final class ComparisonPage {

  private static final double LEAST_P = 0.001;

  private final Comparison comparison;
  private final StringBuilder out = new StringBuilder();

  private ComparisonPage(Comparison comparison) {
    this.comparison = comparison;
  }

  /**
   * The page.
   *
   * @param command the command that makes it again; null if unknown
   */
  public static String of(Comparison comparison, String command) {
    return new ComparisonPage(comparison).page(command);
  }

  private String page(String command) {
    String names =
        String.join(", ", comparison.models().stream().map(ComparedModel::name).toList());
    out.append(ReportPage.head("INCRT comparison: " + names))
        .append("<header><p class=\"kind\">INCRT comparison</p><h1>")
        .append(text(names))
        .append("</h1><p class=\"lead\">")
        .append(text(lead()))
        .append("</p></header>\n");
    intervals();
    pairs();
    notes();
    for (ComparisonTable.Section section : ComparisonTable.of(comparison)) {
      table(section);
    }
    folders();
    if (command != null) {
      out.append("<h2 id=\"again\">To make it again</h2>\n<pre><code id=\"command\">")
          .append(text(command))
          .append("</code></pre>\n");
    }
    return out.append("</main>\n</body>\n</html>\n").toString();
  }

  private String lead() {
    String models = Section.many(comparison.models().size(), "model");
    return models + " side by side, by " + ComparisonTable.judgedBy(comparison) + ".";
  }

  /** Where each accuracy and its interval lie, on one scale. */
  private void intervals() {
    List<ComparedModel> judged =
        comparison.models().stream().filter(one -> one.figures() != null).toList();
    if (judged.isEmpty()) {
      return;
    }
    double low =
        judged.stream().mapToDouble(one -> one.figures().accuracyInterval().get(0)).min().orElse(0);
    double high =
        judged.stream().mapToDouble(one -> one.figures().accuracyInterval().get(1)).max().orElse(1);
    double from = Math.max(0, Math.floor(low * 20 - 0.2) / 20);
    double to = Math.max(from + 0.05, Math.min(1, Math.ceil(high * 20 + 0.2) / 20));
    out.append("<h2 id=\"accuracy\">Accuracy, with 95 % intervals</h2>\n<ul class=\"forest\">");
    for (ComparedModel model : judged) {
      List<Double> ends = model.figures().accuracyInterval();
      out.append("<li><b>")
          .append(text(model.name()))
          .append("</b><span class=\"track\"><i style=\"--from:")
          .append(place(ends.get(0), from, to))
          .append(";--to:")
          .append(place(ends.get(1), from, to))
          .append(";--at:")
          .append(place(model.figures().accuracy(), from, to))
          .append("\"></i></span><span>")
          .append(text(percent(model.figures().accuracy())))
          .append(" <small>")
          .append(text(percent(ends.get(0)) + " to " + percent(ends.get(1))))
          .append("</small></span></li>");
    }
    out.append("</ul>\n<p class=\"kind\">The scale goes from ")
        .append(text(percent(from)))
        .append(" to ")
        .append(text(percent(to)))
        .append(".</p>\n");
  }

  private static String place(double value, double from, double to) {
    return String.format(Locale.ROOT, "%.2f%%", 100 * (value - from) / (to - from));
  }

  private void pairs() {
    if (comparison.pairs().isEmpty()) {
      return;
    }
    boolean paired = comparison.judged().paired();
    out.append("<h2 id=\"pairs\">What the records show</h2>\n<ul id=\"verdicts\">");
    comparison
        .pairs()
        .forEach(pair -> out.append("<li>").append(text(pair.verdict())).append("</li>"));
    out.append("</ul>\n");
    scroll("tests", "Tests of every pair")
        .append("<caption>")
        .append(paired ? "Paired differences" : "Differences, not paired")
        .append(", first minus second; of loss and calibration error, less is better")
        .append(comparison.pairs().size() > 1 ? "; p corrected for all pairs (Holm)" : "")
        .append(
            "</caption><thead><tr><th scope=\"col\">first, second</th><th scope=\"col\">figure</th>"
                + "<th scope=\"col\">difference</th><th scope=\"col\">95 % interval</th>"
                + "<th scope=\"col\">p</th></tr></thead><tbody>");
    comparison.pairs().forEach(this::pair);
    out.append("</tbody></table></div>\n");
  }

  private void pair(Pair pair) {
    for (Figure figure : Figure.values()) {
      Difference difference = pair.in(figure);
      if (difference != null) {
        out.append("<tr><th scope=\"row\">")
            .append(text(pair.first() + ", " + pair.second()))
            .append("</th><td>")
            .append(text(figure.words()))
            .append(difference.shown() ? "</td><td class=\"shown\">" : "</td><td>")
            .append(signed(difference.value()))
            .append("</td><td>")
            .append(signed(difference.interval().get(0)))
            .append(" to ")
            .append(signed(difference.interval().get(1)))
            .append(difference.shown() ? "</td><td class=\"shown\">" : "</td><td>")
            .append(
                difference.corrected() < LEAST_P
                    ? "&lt; 0.001"
                    : String.format(Locale.ROOT, "%.3f", difference.corrected()))
            .append("</td></tr>\n");
      }
    }
  }

  /** Opens a table in a box of its own to scroll, also with the keyboard. */
  private StringBuilder scroll(String id, String name) {
    return out.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .append(text(name))
        .append("\"><table class=\"side\"")
        .append(id.isEmpty() ? ">" : " id=\"" + id + "\">");
  }

  private static String signed(double value) {
    return String.format(Locale.ROOT, "%+.4f", value).replace('-', '−');
  }

  private void notes() {
    if (!comparison.notes().isEmpty()) {
      out.append("<h2 id=\"notes\">To be known</h2>\n<ul>");
      comparison.notes().forEach(note -> out.append("<li>").append(text(note)).append("</li>"));
      out.append("</ul>\n");
    }
  }

  private void table(ComparisonTable.Section section) {
    String title =
        section.title().substring(0, 1).toUpperCase(Locale.ROOT) + section.title().substring(1);
    out.append("<h2>").append(text(title)).append("</h2>\n");
    scroll("", title).append("<thead><tr><td></td>");
    comparison
        .models()
        .forEach(
            model -> out.append("<th scope=\"col\">").append(text(model.name())).append("</th>"));
    out.append("</tr></thead><tbody>");
    for (ComparisonTable.Row row : section.rows()) {
      out.append("<tr><th scope=\"row\"")
          .append(row.label().startsWith(" ") ? " class=\"under\">" : ">")
          .append(text(row.label().strip()))
          .append("</th>");
      row.cells().forEach(cell -> out.append("<td>").append(text(cell)).append("</td>"));
      out.append("</tr>\n");
    }
    out.append("</tbody></table></div>\n");
  }

  private void folders() {
    out.append("<h2 id=\"folders\">Folders</h2>\n<dl class=\"provenance\">");
    for (ComparedModel model : comparison.models()) {
      out.append("<dt>")
          .append(text(model.name()))
          .append("</dt><dd>")
          .append(text(model.folder()))
          .append("</dd>");
    }
    out.append("</dl>\n");
  }
}
