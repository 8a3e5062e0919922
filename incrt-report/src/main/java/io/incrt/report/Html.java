package io.incrt.report;

import io.incrt.base.Printable;
import java.util.Locale;

/** Formats text and numbers for HTML and SVG. */
final class Html {

  private Html() {}

  /** Escaped text, for content and attributes. */
  static String text(Object value) {
    return Printable.text(String.valueOf(value))
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** A number for people: integers in full, others with three significant digits. */
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

  /** A number on an axis, without trailing zeros. */
  static String tick(double value) {
    double rounded = Math.round(value * 1e9) / 1e9;
    String digits = number(rounded);
    return digits.contains(".") && !digits.contains("e")
        ? digits.replaceAll("0+$", "").replaceAll("\\.$", "")
        : digits;
  }

  /** A fraction as a percentage. */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f\u00a0%%", 100 * share);
  }

  /** A coordinate in a drawing. */
  static String at(double place) {
    return String.format(Locale.ROOT, "%.1f", place);
  }

  /** One of the figures at the head of a page: its name, its value, and what to know of it. */
  static String figure(String name, String value, String note) {
    return "<div><dt>%s</dt><dd><strong>%s</strong><span>%s</span></dd></div>"
        .formatted(text(name), text(value), text(note));
  }
}
