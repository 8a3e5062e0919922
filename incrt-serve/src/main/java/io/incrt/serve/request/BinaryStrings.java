package io.incrt.serve.request;

import java.util.ArrayList;
import java.util.List;

/**
 * Strings as the extension for binary tensors sends them: each after its length in four bytes, the
 * lowest first.
 */
final class BinaryStrings {

  private static final int LENGTH_BYTES = 4;

  private BinaryStrings() {}

  static List<String> read(byte[] body, int from, int to, Limits limits) {
    List<String> strings = new ArrayList<>();
    int at = from;
    while (at < to) {
      if (strings.size() == limits.records()) {
        throw many(limits);
      }
      long length = to - at < LENGTH_BYTES ? Long.MAX_VALUE : length(body, at);
      at += LENGTH_BYTES;
      if (length > to - at) {
        throw RefusedException.bad("the bytes of the input end within element " + strings.size());
      }
      try {
        strings.add(Utf8.text(body, at, at + (int) length));
      } catch (RefusedException e) {
        throw RefusedException.bad(
            "element " + strings.size() + " of the input: " + e.getMessage());
      }
      at += (int) length;
    }
    return strings;
  }

  static RefusedException many(Limits limits) {
    return RefusedException.large("a request may have at most " + limits.records() + " records");
  }

  private static long length(byte[] body, int at) {
    long length = 0;
    for (int i = LENGTH_BYTES - 1; i >= 0; i--) {
      length = length << 8 | (body[at + i] & 0xff);
    }
    return length;
  }
}
