package io.incrt.geometry.gate;

import java.util.Optional;

/**
 * A gate's reading of a residual operator: the probe at the upper end of its spectrum and the probe
 * at the lower end. Either is absent if no direction is left for it, or if the gate does not track
 * that end.
 *
 * @param plus u⁺ with R⁺ ≈ λ_max
 * @param minus u⁻ with R⁻ ≈ λ_min
 * @param exact whether the reading comes from an eigensolve
 */
public record GateReading(Optional<Probe> plus, Optional<Probe> minus, boolean exact) {

  /** The probe with the larger |R|. */
  public Optional<Probe> dominant() {
    if (plus.isEmpty() || minus.isEmpty()) {
      return plus.or(() -> minus);
    }
    return plus.get().strength() >= minus.get().strength() ? plus : minus;
  }
}
