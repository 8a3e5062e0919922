package io.incrt.serve.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;

/** How a refusal is looked at in tests. */
final class Refused {

  private static final int LONGEST = 501;

  private Refused() {}

  /** A refusal with a status, of which the message, in one line, holds a text. */
  static void with(int status, String part, Executable what) {
    RefusedException refused = assertThrows(RefusedException.class, what);
    assertEquals(status, refused.status(), refused.getMessage());
    assertTrue(refused.getMessage().contains(part), refused.getMessage());
    assertFalse(refused.getMessage().contains("\n"), "one line");
    assertTrue(refused.getMessage().length() <= LONGEST, "not long");
    assertFalse(Utf8.hasHalfPair(refused.getMessage()), "text that can be written");
  }
}
