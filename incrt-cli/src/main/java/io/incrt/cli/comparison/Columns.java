package io.incrt.cli.comparison;

import java.util.ArrayList;
import java.util.List;

/** Text in columns of a given width: what is longer is broken at blanks, or where it must be. */
final class Columns {

  private Columns() {}

  /** The lines of a row; none ends in blanks. */
  static List<String> row(List<String> cells, int... widths) {
    List<List<String>> columns = new ArrayList<>();
    int lines = 1;
    for (int c = 0; c < cells.size(); c++) {
      List<String> broken = broken(cells.get(c), widths[c]);
      columns.add(broken);
      lines = Math.max(lines, broken.size());
    }
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < lines; i++) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < columns.size(); c++) {
        String piece = i < columns.get(c).size() ? columns.get(c).get(i) : "";
        line.append(piece);
        if (c + 1 < columns.size()) {
          line.append(" ".repeat(widths[c] + 1 - length(piece)));
        }
      }
      rows.add(line.toString().stripTrailing());
    }
    return rows;
  }

  /** A text as lines of at most a width; what it begins with in blanks, it keeps. */
  static List<String> broken(String text, int width) {
    List<String> lines = new ArrayList<>();
    int indent = text.length() - text.stripLeading().length();
    StringBuilder line = new StringBuilder(" ".repeat(indent));
    for (String word : text.stripLeading().split(" ", -1)) {
      if (line.length() > indent && length(line) + 1 + length(word) > width) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(indent));
      }
      if (line.length() > indent) {
        line.append(' ');
      }
      String rest = word;
      while (length(rest) > width - indent) {
        int end = rest.offsetByCodePoints(0, width - indent);
        lines.add(line.append(rest, 0, end).toString());
        line = new StringBuilder(" ".repeat(indent));
        rest = rest.substring(end);
      }
      line.append(rest);
    }
    lines.add(line.toString());
    return lines;
  }

  static int length(CharSequence text) {
    return Character.codePointCount(text, 0, text.length());
  }
}
