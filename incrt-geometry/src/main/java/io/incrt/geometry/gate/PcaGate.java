package io.incrt.geometry.gate;

import io.incrt.geometry.CapturedBasis;
import io.incrt.geometry.ResidualOperator;
import io.incrt.geometry.Vectors;
import java.util.Optional;

/**
 * The paper's INCRT-PCA variant: Oja's rule alone, on A², so that it finds the stronger end of A
 * whatever its sign.
 *
 * <p>A² cannot tell λ from −λ, and B is often close to such a pair; the probe may then rest
 * anywhere in the plane of the two. So the reading is the stronger Ritz pair of A on span(u, Au),
 * which is that plane.
 */
public final class PcaGate implements Gate {

  private final double stepScale;
  private final Probes probes;

  /** A gate with a random probe outside Q. */
  public PcaGate(CapturedBasis basis, double stepScale, long seed) {
    this.stepScale = stepScale;
    this.probes = new Probes(1, seed, basis);
  }

  /** A gate restored from a state. */
  public PcaGate(State state, double stepScale, long seed) {
    this.stepScale = stepScale;
    this.probes = new Probes(1, seed, state);
  }

  @Override
  public void update(ResidualOperator a, double scale) {
    if (scale > 0 && probes.count() > 0) {
      double[] au = new double[a.dimension()];
      double[] aau = new double[a.dimension()];
      a.applyOutside(probes.get(0), au);
      a.applyOutside(au, aau);
      ComponentRule.OJA_MAJOR.move(probes.get(0), aau, stepScale / scale / scale, 0);
    }
    probes.restoreOrthonormality(a.basis());
  }

  @Override
  public GateReading read(ResidualOperator a) {
    if (probes.count() == 0) {
      return new GateReading(Optional.empty(), Optional.empty(), false);
    }
    Probe stronger = Probe.measure(a, strongerRitzVector(a, probes.get(0)));
    return stronger.rayleigh() >= 0
        ? new GateReading(Optional.of(stronger), Optional.empty(), false)
        : new GateReading(Optional.empty(), Optional.of(stronger), false);
  }

  private static double[] strongerRitzVector(ResidualOperator a, double[] u) {
    int d = a.dimension();
    double[] second = new double[d];
    a.applyOutside(u, second);
    double uau = Vectors.dot(u, second);
    double reach = Vectors.norm(second);
    if (!a.basis().orthonormaliseAgainst(second, u) || reach == 0) {
      return u;
    }
    double[] asecond = new double[d];
    a.applyOutside(second, asecond);
    double cross = Vectors.dot(u, asecond);
    double other = Vectors.dot(second, asecond);
    // The 2×2 eigenproblem by a rotation: one angle diagonalises it, the other is a right angle
    // off.
    double angle = 0.5 * Math.atan2(2 * cross, uau - other);
    double[] first = combine(u, second, Math.cos(angle), Math.sin(angle));
    double[] last = combine(u, second, -Math.sin(angle), Math.cos(angle));
    return Math.abs(a.rayleigh(first)) >= Math.abs(a.rayleigh(last)) ? first : last;
  }

  private static double[] combine(double[] u, double[] v, double s, double t) {
    double[] x = new double[u.length];
    Vectors.addScaled(x, s, u);
    Vectors.addScaled(x, t, v);
    Vectors.normalise(x);
    return x;
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
