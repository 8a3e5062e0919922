package io.incrt.geometry.homeostat;

import io.incrt.geometry.CapturedBasis;
import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.ResidualOperator;
import io.incrt.geometry.gate.BidirectionalGate;
import io.incrt.geometry.gate.ExactGate;
import io.incrt.geometry.gate.Gate;
import io.incrt.geometry.gate.GateReading;
import io.incrt.geometry.gate.PcaGate;
import io.incrt.geometry.gate.Probe;
import io.incrt.geometry.growth.Plane;
import io.incrt.geometry.policy.GatePolicy;
import io.incrt.geometry.policy.HomeostatSettings;
import java.util.Optional;
import java.util.Random;

/** The gate of one layer and the planes of its heads: everything random in a layer. */
final class LayerGate {

  private final long seed;
  private final CapturedBasis basis;
  private final Gate gate;

  LayerGate(int layer, CapturedBasis basis, HomeostatSettings settings) {
    this.seed = seed(layer, settings);
    this.basis = basis;
    GatePolicy policy = settings.gate();
    this.gate =
        switch (policy.kind()) {
          case BIDIRECTIONAL -> new BidirectionalGate(basis, policy.stepScale(), seed);
          case PCA -> new PcaGate(basis, policy.stepScale(), seed);
          case EXACT -> new ExactGate();
        };
  }

  LayerGate(HomeostatState.Layer state, CapturedBasis basis, HomeostatSettings settings) {
    this.seed = seed(state.id(), settings);
    this.basis = basis;
    GatePolicy policy = settings.gate();
    this.gate =
        switch (policy.kind()) {
          case BIDIRECTIONAL -> new BidirectionalGate(state.gate(), policy.stepScale(), seed);
          case PCA -> new PcaGate(state.gate(), policy.stepScale(), seed);
          case EXACT -> new ExactGate(state.gate());
        };
  }

  private static long seed(int layer, HomeostatSettings settings) {
    return settings.seed() * 1_000_003 + layer;
  }

  void update(ResidualOperator a, double scale) {
    gate.update(a, scale);
  }

  GateReading read(ResidualOperator a) {
    return gate.read(a);
  }

  void reset() {
    gate.reset(basis);
  }

  long updates() {
    return gate.updates();
  }

  Gate.State state() {
    return gate.state();
  }

  /** The random plane of the layer's seed head, the same at every call. */
  Plane seedPlane() {
    Random random = new Random(seed * 17 + 1);
    CapturedBasis empty = new CapturedBasis(basis.dimension());
    double[] first = empty.randomOutside(random);
    double[] second = empty.randomOutside(random, first);
    return new Plane(
        new DoubleArray(first),
        second == null ? new DoubleArray(new double[first.length]) : new DoubleArray(second));
  }

  /** Two random directions outside Q. */
  GateReading randomReading(ResidualOperator a) {
    Random random = new Random(seed * 37 + gate.state().resets());
    double[] first = basis.randomOutside(random);
    double[] second = first == null ? null : basis.randomOutside(random, first);
    return new GateReading(
        Optional.ofNullable(first).map(u -> Probe.measure(a, u)),
        Optional.ofNullable(second).map(u -> Probe.measure(a, u)),
        false);
  }

  /** The plane of a head born on a reading. */
  Plane planeOf(GateReading reading) {
    Probe followed = reading.dominant().orElseThrow();
    DoubleArray companion =
        reading.plus().isPresent() && reading.minus().isPresent()
            ? null
            : new DoubleArray(companionOf(followed.direction().values()));
    return new Plane(
        reading.plus().map(Probe::direction).orElse(companion),
        reading.minus().map(Probe::direction).orElse(companion));
  }

  /**
   * The second direction of a motor's plane where the gate follows one end only: random outside Q
   * and u, or, where nothing is left outside, a captured direction; zero in one dimension.
   */
  private double[] companionOf(double[] u) {
    double[] outside = basis.randomOutside(new Random(seed * 31 + gate.state().resets()), u);
    if (outside != null) {
      return outside;
    }
    return basis.size() > 0 ? basis.column(basis.size() - 1) : new double[u.length];
  }
}
