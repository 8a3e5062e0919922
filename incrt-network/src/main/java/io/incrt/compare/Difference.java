package io.incrt.compare;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * How far two models differ in a figure.
 *
 * @param value the first's figure minus the second's
 * @param interval a 95 % interval of it
 * @param pValue how often chance alone would show as much if there were no difference
 * @param corrected the same, corrected for all pairs that were tested (Holm)
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Difference(double value, List<Double> interval, double pValue, double corrected) {

  private static final double CHANCE = 0.05;

  /** Copies the list. */
  public Difference {
    interval = List.copyOf(interval);
  }

  /** Whether it is more than chance explains. */
  public boolean shown() {
    return corrected < CHANCE;
  }
}
