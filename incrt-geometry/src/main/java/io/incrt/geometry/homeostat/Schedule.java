package io.incrt.geometry.homeostat;

import io.incrt.geometry.policy.HomeostatSettings;

/**
 * Which steps of training are observed, and which of those are checks. Batches are prepared
 * differently for a check than between checks, so the trainer and the Homeostat must use the same
 * schedule.
 *
 * @param checkEvery steps between checks
 * @param observeEvery steps between batches that are observed
 */
public record Schedule(int checkEvery, int observeEvery) {

  /** The schedule that settings ask for. */
  public static Schedule of(HomeostatSettings settings) {
    return new Schedule(settings.checkEvery(), settings.observeEvery());
  }

  /** Whether the Homeostat observes the batch of a step. */
  public boolean isObserved(long step) {
    return step % observeEvery == 0;
  }

  /**
   * Whether an observation is a check: the first one ever, and from then on the first that reaches
   * or passes a multiple of checkEvery. Steps may be skipped, so it depends on the previous one.
   *
   * @param previous the step observed before, −1 where there was none
   */
  public boolean isCheck(long previous, long step) {
    return previous < 0 || step / checkEvery > previous / checkEvery;
  }

  /** The step of the next check after one. */
  public long nextCheck(long step) {
    return (step / checkEvery + 1) * checkEvery;
  }
}
