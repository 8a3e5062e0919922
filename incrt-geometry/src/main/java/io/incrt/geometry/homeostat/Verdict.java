package io.incrt.geometry.homeostat;

import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.LayerMeasurement;
import java.util.List;

/**
 * The result of one observation.
 *
 * @param check whether it was a check
 * @param decisions the decisions, in order; often none
 * @param measurements what a check measured, one per layer; empty between checks
 */
public record Verdict(
    boolean check, List<Decision> decisions, List<LayerMeasurement> measurements) {

  /** For a batch between checks. */
  public static final Verdict NOTHING = new Verdict(false, List.of(), List.of());

  /** Copies the lists. */
  public Verdict {
    decisions = List.copyOf(decisions);
    measurements = List.copyOf(measurements);
  }
}
