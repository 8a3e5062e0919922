package io.incrt.report;

import static io.incrt.report.Html.number;
import static io.incrt.report.Html.text;

import io.incrt.explain.Faithfulness;
import io.incrt.explain.Method;
import java.util.Locale;

/** How faithful explanations are, as a sentence and a table. */
final class FaithfulnessTable {

  private FaithfulnessTable() {}

  static String of(Faithfulness found, Method used) {
    StringBuilder out = new StringBuilder("<p>");
    out.append("Measured on ")
        .append(found.records())
        .append(' ')
        .append(text(found.sample()))
        .append(", the best explanations of this model are by ")
        .append(text(found.chosen().words()))
        .append(
            found.proven()
                ? ": what is ranked first moves the answer more than pieces taken at random"
                : ", but not proven better than chance: what is ranked first moves the answer no"
                    + " more than pieces taken at random may. Do not rely on the weights")
        .append('.');
    if (used != found.chosen()) {
      out.append(" The weights here are by ").append(text(used.words())).append('.');
    }
    out.append("</p>\n<div class=\"scroll\"><table id=\"faithfulness\"><caption>Areas under the")
        .append(" probability as pieces go and come, the heaviest first</caption><thead><tr>")
        .append("<th>method</th><th>deletion (low is good)</th><th>insertion (high is good)</th>")
        .append("<th>gain over chance</th></tr></thead><tbody>");
    for (Faithfulness.Figures figures : found.methods()) {
      out.append("<tr><td>")
          .append(text(figures.method()))
          .append("</td><td>")
          .append(number(figures.deletion()))
          .append("</td><td>")
          .append(number(figures.insertion()))
          .append("</td><td>")
          .append(
              figures.method().equals(Faithfulness.RANDOM)
                  ? "–"
                  : String.format(
                      Locale.ROOT,
                      "%s ± %s",
                      Highlight.weight(figures.gain()),
                      number(figures.error())))
          .append("</td></tr>");
    }
    return out.append("</tbody></table></div>\n").toString();
  }
}
