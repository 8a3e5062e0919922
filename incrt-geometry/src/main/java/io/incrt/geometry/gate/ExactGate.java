package io.incrt.geometry.gate;

import io.incrt.geometry.CapturedBasis;
import io.incrt.geometry.ResidualOperator;
import io.incrt.geometry.Spectrum;
import java.util.List;
import java.util.Optional;

/**
 * The oracle: both ends by a symmetric eigensolve of A on the range of P, with no probes to move.
 */
public final class ExactGate implements Gate {

  private long updates;

  /** A gate without updates. */
  public ExactGate() {}

  /** A gate restored from a state. */
  public ExactGate(State state) {
    this.updates = state.updates();
  }

  /** The exact reading of an operator. */
  public static GateReading readingOf(ResidualOperator a) {
    Spectrum spectrum = Spectrum.of(a);
    return new GateReading(
        spectrum.size() > 0
            ? Optional.of(Probe.measure(a, outside(a, spectrum.maxVector())))
            : Optional.empty(),
        spectrum.size() > 1
            ? Optional.of(Probe.measure(a, outside(a, spectrum.minVector())))
            : Optional.empty(),
        true);
  }

  private static double[] outside(ResidualOperator a, double[] vector) {
    if (!a.basis().orthonormalise(vector)) {
      throw new IllegalStateException("an eigenvector of the residual lies in the captured span");
    }
    return vector;
  }

  @Override
  public void update(ResidualOperator a, double scale) {
    updates++;
  }

  @Override
  public GateReading read(ResidualOperator a) {
    return readingOf(a);
  }

  @Override
  public void reset(CapturedBasis basis) {
    updates = 0;
  }

  @Override
  public long updates() {
    return updates;
  }

  @Override
  public State state() {
    return new State(List.of(), updates, 0);
  }
}
