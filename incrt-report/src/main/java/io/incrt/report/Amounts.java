package io.incrt.report;

import java.util.List;
import java.util.Locale;

/** Amounts for people, for pages and terminals; no blank in them breaks a line. */
public final class Amounts {

  private static final String BLANK = "\u00a0";
  private static final List<String> PREFIXES = List.of("", "k", "M", "G", "T", "P", "E");
  private static final double STEP = 1000;
  private static final int MINUTE = 60;
  private static final int HOUR = 3600;
  private static final int HUNDRED_HOURS = 100 * HOUR;

  private Amounts() {}

  /** "1 234 567". */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number).replace(",", BLANK);
  }

  /** "1.23 G". */
  public static String scaled(double number) {
    double size = number;
    int prefix = 0;
    while (size >= STEP && prefix < PREFIXES.size() - 1) {
      size /= STEP;
      prefix++;
    }
    String digits =
        prefix == 0 && size == Math.rint(size)
            ? String.valueOf((long) size)
            : String.format(Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", size);
    return prefix == 0 ? digits : digits + BLANK + PREFIXES.get(prefix);
  }

  /** "1.23 MB". */
  public static String bytes(long number) {
    String size = scaled((double) number);
    return number < STEP ? size + BLANK + "B" : size + "B";
  }

  /** "1 h 2 min", "3 min 20 s", "12 s". */
  public static String time(long seconds) {
    if (seconds >= HUNDRED_HOURS) {
      return count(seconds / HOUR) + BLANK + "h";
    }
    if (seconds >= HOUR) {
      return seconds / HOUR + BLANK + "h" + BLANK + seconds % HOUR / MINUTE + BLANK + "min";
    }
    return seconds >= MINUTE
        ? seconds / MINUTE + BLANK + "min" + BLANK + seconds % MINUTE + BLANK + "s"
        : seconds + BLANK + "s";
  }
}
