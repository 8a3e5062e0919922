package io.incrt.geometry.gate;

import java.util.Optional;

/**
 * What a gate says of a residual operator: the probe at its upper end and the probe at its lower
 * end. Either is absent where no direction is left for it, or where the gate does not follow that
 * end.
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
