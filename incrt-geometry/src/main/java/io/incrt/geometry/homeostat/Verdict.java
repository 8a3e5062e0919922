package io.incrt.geometry.homeostat;

import java.util.List;

/**
 * The answer to one observation.
 *
 * @param decisions what to do, in order; often nothing
 * @param measurements what a check found, one a layer; empty between checks
 */
public record Verdict(List<Decision> decisions, List<LayerMeasurement> measurements) {

  /** Nothing found, nothing to do. */
  public static final Verdict NOTHING = new Verdict(List.of(), List.of());

  /** Copies the lists. */
  public Verdict {
    decisions = List.copyOf(decisions);
    measurements = List.copyOf(measurements);
  }
}
