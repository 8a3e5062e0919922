package io.incrt.base;

import java.util.Locale;

/**
 * Text that is safe to show. A name in a file may hold what moves a terminal's cursor, writes over
 * a line or turns the direction of reading; it is shown as an escape such as {@code \u001b}.
 */
public final class Printable {

  private Printable() {}

  /** The text with control characters escaped, except line breaks and tabs. */
  public static String text(String text) {
    return escaped(text, true);
  }

  /** The text with all control characters escaped, so that it stays in its line. */
  public static String line(String text) {
    return escaped(text, false);
  }

  /** Whether a character has to be escaped wherever it is. */
  public static boolean isControl(char c) {
    return c < ' ' ? c != '\n' && c != '\t' : c >= 0x7f && (c < 0xa0 || isDirection(c));
  }

  /** What turns the direction of reading, or breaks lines where others see none. */
  private static boolean isDirection(char c) {
    return c == 0x061c
        || (c >= 0x200e && c <= 0x200f)
        || (c >= 0x2028 && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069);
  }

  private static String escaped(String text, boolean breaks) {
    StringBuilder escaped = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean control = isControl(c) || (!breaks && (c == '\n' || c == '\t'));
      if (control && escaped == null) {
        escaped = new StringBuilder(text.substring(0, i));
      }
      if (control) {
        escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else if (escaped != null) {
        escaped.append(c);
      }
    }
    return escaped == null ? text : escaped.toString();
  }
}
