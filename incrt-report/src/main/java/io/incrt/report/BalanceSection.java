package io.incrt.report;

import static io.incrt.report.Html.number;
import static io.incrt.report.Html.text;

import io.incrt.Evaluation;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How many records of each class the model learned from and was judged by. */
final class BalanceSection extends Section {

  private static final int MOST_CLASSES = 40;

  /** How many times as many records the largest class must have to be called larger. */
  private static final double UNEVEN = 1.5;

  BalanceSection(ModelFiles files, StringBuilder out) {
    super(files, out);
  }

  /** Writes it, unless the folder does not know. */
  void write() {
    Map<String, Map<String, Long>> uses = new LinkedHashMap<>();
    if (!files.evaluation().trained().isEmpty()) {
      uses.put("training", files.evaluation().trained());
    }
    add(uses, "validation", files.evaluation().valid());
    add(uses, "test", files.evaluation().test());
    if (uses.isEmpty()) {
      return;
    }
    section("records", "Records of each class");
    Map<String, Long> first = uses.values().iterator().next();
    out.append("<p>")
        .append(text(words(first.values(), uses.keySet().iterator().next())))
        .append("</p>\n");
    if (files.labels().size() > MOST_CLASSES) {
      out.append("<p>The numbers of all ")
          .append(files.labels().size())
          .append(" classes are in evaluation.json.</p>\n");
      return;
    }
    out.append("<div class=\"scroll\"><table id=\"balance\"><thead><tr><th>class</th>");
    uses.keySet().forEach(use -> out.append("<th>").append(use).append("</th>"));
    out.append("</tr></thead><tbody>");
    for (String label : files.labels()) {
      out.append("<tr><td>").append(text(label)).append("</td>");
      uses.values().forEach(counts -> cell(counts.getOrDefault(label, 0L), counts));
      out.append("</tr>");
    }
    out.append("</tbody></table></div>\n");
  }

  private static void add(Map<String, Map<String, Long>> uses, String use, Evaluation evaluation) {
    if (evaluation != null) {
      Map<String, Long> counts = new LinkedHashMap<>();
      evaluation.perClass().forEach(one -> counts.put(one.label(), (long) one.support()));
      uses.put(use, counts);
    }
  }

  /** A number, before a bar that shows its share of the largest class. */
  private void cell(long count, Map<String, Long> counts) {
    long most = counts.values().stream().mapToLong(Long::longValue).max().orElse(1);
    out.append("<td class=\"share\" style=\"--share:")
        .append(Html.at(most == 0 ? 0 : 100.0 * count / most))
        .append("%\">")
        .append(count == 0 ? "–" : number((double) count))
        .append("</td>");
  }

  private static String words(Collection<Long> counts, String use) {
    long sum = counts.stream().mapToLong(Long::longValue).sum();
    long most = counts.stream().mapToLong(Long::longValue).max().orElse(0);
    List<Long> there = counts.stream().filter(count -> count > 0).toList();
    long least = there.stream().mapToLong(Long::longValue).min().orElse(0);
    String often = number((double) sum) + " " + use + " records. ";
    if (least == 0 || most < UNEVEN * least) {
      return often + "Every class has about as many of them.";
    }
    return often
        + "The largest class has "
        + number(Math.rint(10.0 * most / least) / 10)
        + " times as many as the smallest, and who always answered with it would be right for "
        + Html.percent((double) most / sum)
        + " of them.";
  }
}
