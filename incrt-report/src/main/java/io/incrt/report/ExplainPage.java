package io.incrt.report;

import static io.incrt.report.Html.number;
import static io.incrt.report.Html.percent;
import static io.incrt.report.Html.text;

import io.incrt.Explanation;
import io.incrt.data.motifs.Motif;
import io.incrt.explain.Faithfulness;
import io.incrt.explain.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What spoke for the answers to the records of a file, as a page. */
public final class ExplainPage {

  private static final int MOST_PIECES = 400;

  private final StringBuilder out = new StringBuilder();

  private ExplainPage() {}

  /**
   * An explained record.
   *
   * @param truth its label; empty where it has none
   */
  public record Shown(Explanation explanation, String truth) {}

  /**
   * What the page is about.
   *
   * @param model the name of the model
   * @param data where the records are from
   * @param records how many were explained
   * @param errors how many could not be
   * @param method how
   * @param faithfulness how far it can be trusted, where that is known
   * @param motifs what the stretches that decided have in common; none of text
   */
  public record Summary(
      String model,
      String data,
      long records,
      long errors,
      Method method,
      Optional<Faithfulness> faithfulness,
      List<Motif> motifs) {}

  /**
   * The page.
   *
   * @param shown the first records
   */
  public static String of(Summary summary, List<Shown> shown) {
    return new ExplainPage().page(summary, shown);
  }

  private String page(Summary summary, List<Shown> shown) {
    out.append(ReportPage.head("INCRT explanations: " + summary.model()));
    out.append("<header><p class=\"kind\">INCRT explanations</p><h1>")
        .append(text(summary.model()))
        .append("</h1><p class=\"lead\">What in ")
        .append(number((double) summary.records()))
        .append(summary.records() == 1 ? " record of " : " records of ")
        .append(text(summary.data()))
        .append(" spoke for ")
        .append(summary.records() == 1 ? "its" : "their")
        .append(" labels.</p></header>\n");
    out.append("<p>Shaded in <mark class=\"for\" style=\"--share:70%\">green</mark> is what spoke")
        .append(" for the label, in <mark class=\"against\" style=\"--share:70%\">orange and")
        .append(" underlined</mark> what spoke against it, each record by itself. The weights and")
        .append(" what belongs to no piece add up to the logit of the label above the mean of the")
        .append(" other labels'.</p>\n");
    if (summary.errors() > 0) {
      out.append("<p>")
          .append(number((double) summary.errors()))
          .append(summary.errors() == 1 ? " record" : " records")
          .append(" could not be used.</p>\n");
    }
    motifs(summary.motifs());
    summary
        .faithfulness()
        .ifPresent(
            found -> {
              heading("trust", "How far to trust this");
              out.append(FaithfulnessTable.of(found, summary.method()));
            });
    heading("records", "Records");
    if (shown.size() < summary.records()) {
      out.append("<p>The first ").append(shown.size()).append(" of them.</p>\n");
    }
    shown.forEach(this::record);
    return out.append("</main>\n</body>\n</html>\n").toString();
  }

  private void heading(String id, String title) {
    out.append("<h2 id=\"").append(id).append("\">").append(text(title)).append("</h2>\n");
  }

  private void record(Shown shown) {
    Explanation own = shown.explanation();
    boolean wrong = !shown.truth().isEmpty() && !shown.truth().equals(own.label());
    out.append("<article><h3>")
        .append(text(own.id()))
        .append(": <strong>")
        .append(text(own.label()))
        .append("</strong>, ")
        .append(percent(own.probability()))
        .append(wrong ? ", but it is " + text(shown.truth()) : "")
        .append("</h3>\n")
        .append(Highlight.of(own.excerpt(MOST_PIECES)))
        .append(Highlight.beside(own))
        .append("</article>\n");
  }

  // ---- Motifs ----------------------------------------------------------------------------------

  private void motifs(List<Motif> motifs) {
    if (motifs.isEmpty()) {
      return;
    }
    heading("motifs", "Motifs");
    out.append("<p>What the stretches that spoke most for a label have in common. The height of a")
        .append(" column is its information above the letters' frequencies in all records, less")
        .append(" what as few sites would show by chance.</p>\n");
    String label = null;
    for (Motif motif : motifs) {
      if (!motif.label().equals(label)) {
        label = motif.label();
        out.append("<h3>").append(text(label)).append("</h3>\n");
      }
      motif(motif);
    }
  }

  private void motif(Motif motif) {
    out.append("<figure class=\"motif\">")
        .append(Logo.svg(motif))
        .append("<figcaption><code>")
        .append(text(motif.consensus()))
        .append("</code>: ")
        .append(number(motif.bits()))
        .append(" bits, ")
        .append(number((double) motif.sites()))
        .append(motif.sites() == 1 ? " site in " : " sites in ")
        .append(number((double) motif.records()))
        .append(" of ")
        .append(number((double) motif.of()))
        .append(" records, each ")
        .append(Highlight.weight(motif.weight()))
        .append(" on average; half of them begin at letter ")
        .append(number(motif.start() + 1.0))
        .append(" or before.</figcaption><details><summary>Frequencies</summary>")
        .append("<div class=\"scroll\"><table><thead><tr><th>letter</th>");
    for (int k = 1; k <= motif.columns().size(); k++) {
      out.append("<th>").append(k).append("</th>");
    }
    out.append("</tr></thead><tbody>");
    for (Map.Entry<String, Double> letter : motif.background().entrySet()) {
      out.append("<tr><th scope=\"row\">").append(text(letter.getKey())).append("</th>");
      for (Motif.Column column : motif.columns()) {
        double share = column.letters().getOrDefault(letter.getKey(), 0.0);
        out.append("<td>").append(share == 0 ? "·" : number(share)).append("</td>");
      }
      out.append("</tr>");
    }
    out.append("</tbody></table></div></details></figure>\n");
  }
}
