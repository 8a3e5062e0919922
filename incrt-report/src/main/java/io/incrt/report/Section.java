package io.incrt.report;

import static io.incrt.report.Html.text;

/** A section of a page, which appends to the page's text. */
abstract class Section {

  final ModelFiles files;
  final StringBuilder out;

  Section(ModelFiles files, StringBuilder out) {
    this.files = files;
    this.out = out;
  }

  final void section(String id, String title) {
    out.append("<h2 id=\"").append(id).append("\">").append(text(title)).append("</h2>\n");
  }

  static String many(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  final void chart(LineChart chart) {
    if (!chart.isEmpty()) {
      out.append(chart.svg());
    }
  }

  final void row(Object... cells) {
    out.append("<tr>");
    for (Object cell : cells) {
      out.append("<td>").append(text(cell)).append("</td>");
    }
    out.append("</tr>");
  }
}
