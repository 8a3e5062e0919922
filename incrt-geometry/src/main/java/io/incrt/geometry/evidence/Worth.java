package io.incrt.geometry.evidence;

/**
 * What a part is worth: how much the judges' loss rises without it, in nats.
 *
 * @param part which part
 * @param bornAt the step it was born at
 * @param mustProve whether it has to prove itself, as heads do, or stays until it is shown to be
 *     worthless
 * @param mean the mean over the judges
 * @param error the standard error of the mean
 */
public record Worth(PartKey part, long bornAt, boolean mustProve, double mean, double error) {

  /**
   * Whether it is shown to be worth its place.
   *
   * @param z how many standard errors the worth must be above 0
   * @param bar the least worth, in nats
   */
  public boolean isProven(double z, double bar) {
    return mean > Math.max(z * error, bar);
  }
}
