package io.incrt.report;

import static io.incrt.report.Html.at;
import static io.incrt.report.Html.number;
import static io.incrt.report.Html.text;

import io.incrt.data.motifs.Motif;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A motif as a sequence logo (Schneider and Stephens 1990): in each column a stack as high as its
 * information in bits, in which every letter has the part of its frequency, the most frequent on
 * top.
 */
final class Logo {

  private static final int COLUMN = 26;
  private static final int HEIGHT = 120;
  private static final int LEFT = 34;
  private static final int TOP = 8;
  private static final int BELOW = 22;

  /** How high a capital is, in parts of the size of its font. */
  private static final double CAPITAL = 0.72;

  /** Residues by their chemistry: polar, basic, acidic; others are without water. */
  private static final Map<String, String> CHEMISTRY =
      Map.of("polar", "GSTYCNQ", "basic", "KRH", "acidic", "DE");

  private Logo() {}

  static String svg(Motif motif) {
    List<Motif.Column> columns = motif.columns();
    double top = top(motif);
    int width = LEFT + columns.size() * COLUMN + 8;
    StringBuilder out = new StringBuilder("<svg class=\"logo\" role=\"img\" viewBox=\"0 0 ");
    out.append(width)
        .append(' ')
        .append(TOP + HEIGHT + BELOW)
        .append("\" style=\"max-width:")
        .append(width * 3 / 2)
        .append("px\" aria-label=\"Sequence logo of ")
        .append(text(motif.consensus()))
        .append(", ")
        .append(number(motif.bits()))
        .append(" bits\">");
    axis(out, top);
    for (int k = 0; k < columns.size(); k++) {
      stack(out, motif, columns.get(k), k, top);
      out.append("<text class=\"place\" text-anchor=\"middle\" x=\"")
          .append(at(LEFT + (k + 0.5) * COLUMN))
          .append("\" y=\"")
          .append(TOP + HEIGHT + 15)
          .append("\">")
          .append(k + 1)
          .append("</text>");
    }
    return out.append("</svg>\n").toString();
  }

  /** The most bits a column of letters as frequent as these could have, in steps of a half. */
  private static double top(Motif motif) {
    double most = motif.columns().stream().mapToDouble(Motif.Column::bits).max().orElse(1);
    double alphabet = Math.log(motif.background().size()) / Math.log(2);
    return Math.max(Math.min(2, alphabet), Math.ceil(2 * most) / 2);
  }

  private static void axis(StringBuilder out, double top) {
    out.append("<path class=\"axis\" d=\"M")
        .append(LEFT - 4)
        .append(' ')
        .append(TOP)
        .append('V')
        .append(TOP + HEIGHT)
        .append("\"/>");
    for (int bits = 0; bits <= top; bits++) {
      double y = TOP + HEIGHT * (1 - bits / top);
      out.append("<text class=\"place\" text-anchor=\"end\" x=\"")
          .append(LEFT - 8)
          .append("\" y=\"")
          .append(at(y + 4))
          .append("\">")
          .append(bits)
          .append("</text>");
    }
    out.append("<text class=\"place\" text-anchor=\"middle\" transform=\"translate(10 ")
        .append(TOP + HEIGHT / 2)
        .append(") rotate(-90)\">bits</text>");
  }

  private static void stack(
      StringBuilder out, Motif motif, Motif.Column column, int place, double top) {
    double y = TOP + HEIGHT;
    List<Map.Entry<String, Double>> letters =
        column.letters().entrySet().stream().sorted(Map.Entry.comparingByValue()).toList();
    for (Map.Entry<String, Double> letter : letters) {
      double height = HEIGHT * letter.getValue() * column.bits() / top;
      if (height >= 0.5) {
        letter(out, motif, letter.getKey(), LEFT + place * COLUMN, y, height);
      }
      y -= height;
    }
  }

  private static void letter(
      StringBuilder out, Motif motif, String letter, int x, double y, double height) {
    // A font of size 100, squeezed into its place.
    out.append("<text class=\"letter ")
        .append(colour(letter, motif.background().size() > 4))
        .append("\" transform=\"translate(")
        .append(x + 1)
        .append(' ')
        .append(at(y))
        .append(") scale(1 ")
        .append(String.format(Locale.ROOT, "%.4f", height / (100 * CAPITAL)))
        .append(")\" textLength=\"")
        .append(COLUMN - 2)
        .append("\" lengthAdjust=\"spacingAndGlyphs\">")
        .append(text(letter))
        .append("</text>");
  }

  private static String colour(String letter, boolean residue) {
    if (!residue) {
      return "base" + (letter.equals("U") ? "T" : text(letter));
    }
    return CHEMISTRY.entrySet().stream()
        .filter(entry -> entry.getValue().contains(letter))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("dry");
  }
}
