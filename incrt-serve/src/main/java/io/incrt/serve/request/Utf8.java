package io.incrt.serve.request;

import java.nio.charset.StandardCharsets;

/** UTF-8, read strictly: no overlong forms, no halves of surrogate pairs, no zero bytes. */
final class Utf8 {

  private Utf8() {}

  /** The text of bytes; refuses what is not text. */
  static String text(byte[] bytes, int from, int to) {
    require(bytes, from, to);
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /** Refuses bytes that are not text. */
  static void require(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to) {
      int b = bytes[i];
      int length = b > 0 ? 1 : length(bytes, i, to);
      if (length == 0) {
        throw RefusedException.bad(
            "byte " + (i - from) + " is " + (b & 0xff) + ", which is not UTF-8 text there");
      }
      i += length;
    }
  }

  /** The length of the character at a place; 0 if there is none. */
  private static int length(byte[] bytes, int at, int to) {
    int b = bytes[at] & 0xff;
    int second = at + 1 < to ? bytes[at + 1] & 0xff : 0;
    if (b >= 0xc2 && b <= 0xdf) {
      return continues(second) ? 2 : 0;
    }
    if (b >= 0xe0 && b <= 0xef) {
      boolean fits = (b != 0xe0 || second >= 0xa0) && (b != 0xed || second < 0xa0);
      return fits && continues(second) && continues(bytes, at + 2, to) ? 3 : 0;
    }
    if (b >= 0xf0 && b <= 0xf4) {
      boolean fits = (b != 0xf0 || second >= 0x90) && (b != 0xf4 || second < 0x90);
      return fits
              && continues(second)
              && continues(bytes, at + 2, to)
              && continues(bytes, at + 3, to)
          ? 4
          : 0;
    }
    return 0;
  }

  private static boolean continues(byte[] bytes, int at, int to) {
    return at < to && continues(bytes[at] & 0xff);
  }

  private static boolean continues(int b) {
    return b >= 0x80 && b < 0xc0;
  }

  /** Whether a text has half a surrogate pair, as an escape of JSON may leave it. */
  static boolean hasHalfPair(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return true;
        }
        i++;
      }
    }
    return false;
  }
}
