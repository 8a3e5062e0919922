package io.incrt.geometry.evidence;

import java.util.List;

/**
 * Everything that the next decisions of an {@link Evidence} depend on.
 *
 * @param judgedAt the step of the last judgement, −1 before the first
 * @param failing the parts that failed at the last judgement
 * @param trials what was tried so far
 * @param removed what was removed so far
 */
public record EvidenceState(
    long judgedAt, List<PartKey> failing, List<Trial> trials, List<Removed> removed) {

  /** Copies the lists. */
  public EvidenceState {
    failing = List.copyOf(failing);
    trials = List.copyOf(trials);
    removed = List.copyOf(removed);
  }

  /**
   * A part that was removed.
   *
   * @param step when
   * @param worth what it was worth then
   */
  public record Removed(long step, Worth worth) {}
}
