package io.incrt.lab.experiment;

import java.util.ArrayList;
import java.util.List;

/** A Markdown table whose columns line up in plain text too. */
public final class MarkdownTable {

  private final List<List<String>> rows = new ArrayList<>();

  /** A table without rows. */
  public MarkdownTable(String... header) {
    rows.add(List.of(header));
  }

  /** Adds a row with as many cells as the header. */
  public MarkdownTable row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(cell.toString());
    }
    if (row.size() != rows.get(0).size()) {
      throw new IllegalArgumentException(
          "a row of " + rows.get(0).size() + " cells was expected but has " + row.size());
    }
    rows.add(row);
    return this;
  }

  @Override
  public String toString() {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], Math.max(3, row.get(i).length()));
      }
    }
    StringBuilder text = new StringBuilder();
    for (int r = 0; r < rows.size(); r++) {
      for (int i = 0; i < columns; i++) {
        String cell = rows.get(r).get(i);
        text.append("| ").append(cell).append(" ".repeat(widths[i] - cell.length() + 1));
      }
      text.append("|\n");
      if (r == 0) {
        for (int width : widths) {
          text.append('|').append("-".repeat(width + 2));
        }
        text.append("|\n");
      }
    }
    return text.toString();
  }
}
