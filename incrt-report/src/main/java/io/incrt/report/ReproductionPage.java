package io.incrt.report;

import static io.incrt.report.Html.text;

import java.util.ArrayList;
import java.util.List;

/** The page of all experiments that were run: their tables and figures. */
public final class ReproductionPage {

  private ReproductionPage() {}

  /**
   * One experiment on the page.
   *
   * @param name its name
   * @param markdown its tables and remarks
   * @param figures its figures as SVG
   */
  public record Entry(String name, String markdown, List<String> figures) {
    /** Copies the list. */
    public Entry {
      figures = List.copyOf(figures);
    }
  }

  /**
   * The page.
   *
   * @param entries the experiments in their order
   * @param skipped what was not run and why, one sentence each
   * @param command the command that reproduces it
   */
  public static String of(List<Entry> entries, List<String> skipped, String command) {
    StringBuilder out = new StringBuilder(ReportPage.head("INCRT: the paper reproduced"));
    out.append("<header><p class=\"kind\">INCRT</p><h1>The paper, reproduced</h1>")
        .append("<p class=\"lead\">For every experiment: what the paper prints, what its own")
        .append(" definitions give, and what was measured.</p></header>\n<nav><ul>");
    for (Entry entry : entries) {
      out.append("<li><a href=\"#")
          .append(text(entry.name()))
          .append("\">")
          .append(text(entry.name()))
          .append("</a></li>");
    }
    out.append("</ul></nav>\n");
    entries.forEach(entry -> section(out, entry));
    if (!skipped.isEmpty()) {
      out.append("<h2 id=\"skipped\">Not run</h2>\n<ul>");
      skipped.forEach(reason -> out.append("<li>").append(text(reason)).append("</li>"));
      out.append("</ul>\n");
    }
    return out.append("<h2 id=\"again\">To make it again</h2>\n<pre><code>")
        .append(text(command))
        .append("</code></pre>\n</main>\n</body>\n</html>\n")
        .toString();
  }

  private static void section(StringBuilder out, Entry entry) {
    out.append("<section id=\"").append(text(entry.name())).append("\">\n");
    List<String> table = new ArrayList<>();
    for (String line : entry.markdown().split("\n", -1)) {
      if (line.startsWith("|")) {
        table.add(line);
        continue;
      }
      flush(out, table);
      if (line.startsWith("# ")) {
        out.append("<h2>").append(text(line.substring(2))).append("</h2>\n");
      } else if (!line.isBlank()) {
        out.append("<p>").append(text(line)).append("</p>\n");
      }
    }
    flush(out, table);
    for (String svg : entry.figures()) {
      // From the svg element on: the XML declaration before it belongs to a separate file.
      out.append("<figure class=\"plate\">")
          .append(svg.substring(svg.indexOf("<svg")))
          .append("</figure>\n");
    }
    out.append("</section>\n");
  }

  private static void flush(StringBuilder out, List<String> table) {
    if (table.isEmpty()) {
      return;
    }
    out.append("<div class=\"scroll\"><table>");
    for (int i = 0; i < table.size(); i++) {
      if (i == 1) {
        continue;
      }
      String cell = i == 0 ? "th" : "td";
      String row = table.get(i);
      out.append("<tr>");
      for (String content : row.substring(1, row.lastIndexOf('|')).split("\\|", -1)) {
        out.append('<').append(cell).append('>');
        out.append(text(content.strip())).append("</").append(cell).append('>');
      }
      out.append("</tr>");
    }
    out.append("</table></div>\n");
    table.clear();
  }
}
