package io.incrt.geometry.evidence;

import java.util.List;

/**
 * Parts that were tried together.
 *
 * @param kind what was tried: {@code heads} or {@code layer}
 * @param step when
 * @param parts what was born
 * @param outcome what came of it
 */
public record Trial(String kind, long step, List<PartKey> parts, Outcome outcome) {

  /** What came of a trial. */
  public enum Outcome {
    /** Not all of its parts are proven or removed yet. */
    PENDING,
    /** All of its parts were proven. */
    KEPT,
    /** At least one of its parts was removed. */
    FAILED
  }

  /** Copies the list. */
  public Trial {
    parts = List.copyOf(parts);
  }

  Trial ended(boolean kept) {
    return new Trial(kind, step, parts, kept ? Outcome.KEPT : Outcome.FAILED);
  }
}
