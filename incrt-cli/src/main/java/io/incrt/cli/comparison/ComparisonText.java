package io.incrt.cli.comparison;

import io.incrt.base.Printable;
import io.incrt.compare.ComparedModel;
import io.incrt.compare.Comparison;
import io.incrt.compare.Pair;
import io.incrt.report.ComparisonTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A comparison for a terminal of 80 columns. */
public final class ComparisonText {

  private static final int WIDTH = 80;
  private static final int MOST_TOGETHER = 4;
  private static final int WIDEST_CELL = 24;
  private static final int WIDEST_LABEL = 22;
  private static final int NARROWEST_CELL = 14;

  private final Comparison comparison;
  private final PrintWriter out;

  private ComparisonText(Comparison comparison, PrintWriter out) {
    this.comparison = comparison;
    this.out = out;
  }

  /** Prints a comparison. */
  public static void print(Comparison comparison, PrintWriter out) {
    new ComparisonText(comparison, out).print();
  }

  private void print() {
    List<ComparedModel> models = comparison.models();
    List<ComparisonTable.Section> sections = ComparisonTable.of(comparison);
    for (int from = 0; from < models.size(); from += MOST_TOGETHER) {
      int to = Math.min(models.size(), from + MOST_TOGETHER);
      List<String> names =
          models.subList(from, to).stream().map(model -> Printable.line(model.name())).toList();
      for (int s = 0; s < sections.size(); s++) {
        table(sections.get(s), names, from, to);
        if (to == models.size() && s == 0) {
          verdicts();
        }
      }
    }
    if (!comparison.notes().isEmpty()) {
      out.println("to be known");
      comparison.notes().forEach(this::paragraph);
    }
  }

  private void table(ComparisonTable.Section section, List<String> names, int from, int to) {
    int label =
        section.rows().stream()
            .mapToInt(row -> Columns.length(Printable.line(row.label())))
            .max()
            .orElse(0);
    int columns = to - from;
    label = Math.min(label, Math.max(WIDEST_LABEL, WIDTH - columns * (NARROWEST_CELL + 1)));
    label = Math.max(label, WIDEST_LABEL - 2);
    int cell = Math.min(WIDEST_CELL, (WIDTH - label) / columns - 1);
    int[] widths = new int[columns + 1];
    Arrays.fill(widths, cell);
    widths[0] = label;
    Columns.broken(Printable.line(section.title()), WIDTH).forEach(out::println);
    row("", names, widths);
    for (ComparisonTable.Row row : section.rows()) {
      row(row.label(), row.cells().subList(from, to), widths);
    }
    out.println();
  }

  private void row(String label, List<String> cells, int... widths) {
    List<String> all =
        Stream.concat(Stream.of(label), cells.stream()).map(Printable::line).toList();
    Columns.row(all, widths).forEach(out::println);
  }

  /** Of many models those about the best one; all are in the JSON and on the page. */
  private void verdicts() {
    List<Pair> shown = new ArrayList<>(comparison.pairs());
    if (shown.isEmpty()) {
      return;
    }
    boolean few = comparison.ranking().size() <= MOST_TOGETHER;
    if (!few) {
      shown.removeIf(pair -> !pair.first().equals(comparison.ranking().get(0)));
    }
    shown.forEach(pair -> paragraph(pair.verdict()));
    if (comparison.pairs().size() > 1) {
      paragraph(
          "(p-values are corrected for " + comparison.pairs().size() + " pairs, Holm's way.)");
    }
    if (!few) {
      paragraph("(The pairs without the best one are in --json and on the --page.)");
    }
    out.println();
  }

  private void paragraph(String text) {
    List<String> lines = Columns.broken(Printable.line(text), WIDTH - 2);
    for (int i = 0; i < lines.size(); i++) {
      out.println((i == 0 ? "- " : "  ") + lines.get(i));
    }
  }
}
