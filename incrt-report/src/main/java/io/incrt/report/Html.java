package io.incrt.report;

import java.util.Locale;

/** Text and numbers as HTML and SVG have them. */
final class Html {

  private Html() {}

  /** Text that means itself wherever it stands. */
  static String text(Object value) {
    return String.valueOf(value)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** A number as people write it: whole where it is, otherwise three digits that count. */
  static String number(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return "–";
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e9) {
      return String.format(Locale.ROOT, "%,d", (long) value).replace(",", "\u202f");
    }
    double size = Math.abs(value);
    if (size >= 1e6 || size < 1e-3) {
      return String.format(Locale.ROOT, "%.2e", value);
    }
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** A number at an axis: no zeros that say nothing. */
  static String tick(double value) {
    double rounded = Math.round(value * 1e9) / 1e9;
    String digits = number(rounded);
    return digits.contains(".") && !digits.contains("e")
        ? digits.replaceAll("0+$", "").replaceAll("\\.$", "")
        : digits;
  }

  /** A share of one as a percentage. */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f\u00a0%%", 100 * share);
  }

  /** A place in a drawing. */
  static String at(double place) {
    return String.format(Locale.ROOT, "%.1f", place);
  }
}
