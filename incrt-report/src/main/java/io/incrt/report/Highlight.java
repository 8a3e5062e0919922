package io.incrt.report;

import static io.incrt.report.Html.number;
import static io.incrt.report.Html.text;

import io.incrt.Explanation;
import java.util.List;
import java.util.Locale;

/**
 * A record whose pieces are shaded by how much they spoke for its label (green) or against it
 * (orange and underlined, so that nobody has to tell the colours apart).
 */
final class Highlight {

  /** Pieces that weigh less than this share of the heaviest are not shaded. */
  private static final double FAINT = 0.05;

  /** Weights below this are shown as none. */
  private static final double NOTHING = 5e-4;

  private Highlight() {}

  /** The pieces of an explanation; what was left out between them is a gap. */
  static String of(Explanation explanation) {
    List<Explanation.Piece> pieces = explanation.pieces();
    double most = 0;
    int longest = 0;
    for (Explanation.Piece piece : pieces) {
      most = Math.max(most, Math.abs(piece.weight()));
      longest = Math.max(longest, piece.text().codePointCount(0, piece.text().length()));
    }
    StringBuilder out = new StringBuilder("<p class=\"record");
    out.append(longest <= 1 ? " letters\">" : "\">");
    int end = 0;
    for (Explanation.Piece piece : pieces) {
      if (piece.start() > end + 1) {
        out.append("<span class=\"gap\" title=\"left out\">…</span>");
      }
      // Between words there is a blank; letters of a word are written without one.
      out.append(piece.start() > end && end > 0 ? " " : "");
      shaded(out, piece, most);
      end = piece.end();
    }
    return out.append("</p>\n").toString();
  }

  private static void shaded(StringBuilder out, Explanation.Piece piece, double most) {
    double share = most == 0 ? 0 : Math.abs(piece.weight()) / most;
    if (share < FAINT) {
      out.append(text(piece.text()));
      return;
    }
    out.append(piece.weight() > 0 ? "<mark class=\"for\"" : "<mark class=\"against\"")
        .append(" style=\"--share:")
        .append(Html.at(100 * share))
        .append("%\" title=\"")
        .append(weight(piece.weight()))
        .append("\">")
        .append(text(piece.text()))
        .append("</mark>");
  }

  /** A weight with its sign. */
  static String weight(double value) {
    if (Math.abs(value) < NOTHING) {
      return "0";
    }
    return (value < 0 ? "−" : "+") + number(Math.abs(value));
  }

  /** What the parts of the model added, and what the weights do not tell of. */
  static String beside(Explanation explanation) {
    StringBuilder out = new StringBuilder("<p class=\"beside\">");
    String separator = "";
    for (Explanation.PartShare part : explanation.parts()) {
      out.append(separator).append(text(part.part())).append(' ').append(weight(part.weight()));
      separator = ", ";
    }
    out.append(separator.isEmpty() ? "" : "; ")
        .append(
            String.format(
                Locale.ROOT,
                "all together %s, of which %s belongs to no piece. ",
                weight(explanation.logit()),
                weight(explanation.bias())));
    if (explanation.note() != null) {
      out.append(text(explanation.note())).append('.');
    }
    return out.append("</p>\n").toString();
  }
}
