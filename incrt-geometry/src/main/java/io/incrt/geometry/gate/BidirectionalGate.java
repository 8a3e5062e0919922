package io.incrt.geometry.gate;

import io.incrt.geometry.CapturedBasis;
import io.incrt.geometry.ResidualOperator;
import java.util.Optional;

/**
 * The paper's gate: u⁺ by Oja's rule, u⁻ by MCA EXIN on A + Γ_res I (thm:gate). The steps are
 * stepScale/Γ_res for Oja and stepScale/Γ_res² for EXIN, whose factor R + Γ_res is itself of size
 * Γ_res.
 */
public final class BidirectionalGate implements Gate {

  private final double stepScale;
  private final Probes probes;

  /** A gate with random probes outside Q. */
  public BidirectionalGate(CapturedBasis basis, double stepScale, long seed) {
    this.stepScale = stepScale;
    this.probes = new Probes(2, seed, basis);
  }

  /** A gate restored from a state. */
  public BidirectionalGate(State state, double stepScale, long seed) {
    this.stepScale = stepScale;
    this.probes = new Probes(2, seed, state);
  }

  @Override
  public void update(ResidualOperator a, double scale) {
    if (scale > 0) {
      double[] au = new double[a.dimension()];
      if (probes.count() > 0) {
        a.applyOutside(probes.get(0), au);
        ComponentRule.OJA_MAJOR.move(probes.get(0), au, stepScale / scale, 0);
      }
      if (probes.count() > 1) {
        a.applyOutside(probes.get(1), au);
        ComponentRule.EXIN_SHIFTED.move(probes.get(1), au, stepScale / scale / scale, scale);
      }
    }
    probes.restoreOrthonormality(a.basis());
  }

  @Override
  public GateReading read(ResidualOperator a) {
    return new GateReading(measured(a, 0), measured(a, 1), false);
  }

  private Optional<Probe> measured(ResidualOperator a, int index) {
    return index < probes.count()
        ? Optional.of(Probe.measure(a, probes.get(index)))
        : Optional.empty();
  }

  @Override
  public void reset(CapturedBasis basis) {
    probes.reset(basis);
  }

  @Override
  public long updates() {
    return probes.updates();
  }

  @Override
  public State state() {
    return probes.state();
  }
}
