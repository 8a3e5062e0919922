package io.incrt.geometry.policy;

/**
 * Everything a {@link io.incrt.geometry.homeostat.Homeostat} is set up with.
 *
 * @param enabled whether the network grows at all; without it, it stays as it was made
 * @param width level 1
 * @param dimensions level 2
 * @param depth level 3
 * @param gate how the ends of the operator are followed
 * @param gramDecay the decay of the Gram average over batches
 * @param checkEvery steps between checks; the gate moves at every step that is observed
 * @param observeEvery steps between batches whose tokens are observed, a divisor of checkEvery;
 *     more than 1 saves their Gram matrices, but average and gate follow as many fewer batches
 * @param seed determines the random probes and seed planes
 */
public record HomeostatSettings(
    boolean enabled,
    WidthPolicy width,
    DimensionPolicy dimensions,
    DepthPolicy depth,
    GatePolicy gate,
    double gramDecay,
    int checkEvery,
    int observeEvery,
    long seed) {

  /** Checks what the parts cannot check alone. */
  public HomeostatSettings {
    Ranges.between(gramDecay, 0, 0.999999, "gramDecay");
    Ranges.atLeast(checkEvery, 1, "checkEvery");
    Ranges.atLeast(observeEvery, 1, "observeEvery");
    if (checkEvery % observeEvery != 0) {
      throw new IllegalArgumentException(
          "homeostat.observeEvery must divide homeostat.checkEvery, "
              + checkEvery
              + ", since a check needs the batch it is made on, but is "
              + observeEvery);
    }
    if (gate.kind() == GateKind.PCA && width.deflation() != Deflation.DOMINANT) {
      throw new IllegalArgumentException(
          "the PCA gate follows one end only and needs deflation DOMINANT, not "
              + width.deflation());
    }
  }

  /** The preset {@code default}: sufficient in the energy sense, free of scale, all levels on. */
  public static HomeostatSettings defaults() {
    return new HomeostatSettings(
        true,
        new WidthPolicy(
            Criterion.ENERGY, Reference.CURRENT, 0.5, Deflation.PLANE, 50, 100, 0.05, true),
        new DimensionPolicy(true, 0.3, 16, 100),
        new DepthPolicy(true, 0, 0, 0.05, 0.5, 0.1, 0.25, 500, 300, 8),
        new GatePolicy(GateKind.BIDIRECTIONAL, 1, 0.1, 200),
        0.9,
        10,
        1,
        0);
  }

  /** The preset {@code paper}: Algorithm 1 as printed, one layer, all key dimensions from birth. */
  public static HomeostatSettings paper() {
    return new HomeostatSettings(
        true,
        new WidthPolicy(
            Criterion.SPECTRAL, Reference.INITIAL, 0.4, Deflation.PRINCIPAL, 200, 200, 0.05, false),
        new DimensionPolicy(false, 0.6, 64, 200),
        new DepthPolicy(false, 0.4, 0.02, 0.05, 0.5, 0.1, 0.25, 500, 500, 1),
        new GatePolicy(GateKind.BIDIRECTIONAL, 1, 0.1, 400),
        0.9,
        10,
        1,
        0);
  }

  /** The same with another level 1. */
  public HomeostatSettings withWidth(WidthPolicy other) {
    return new HomeostatSettings(
        enabled, other, dimensions, depth, gate, gramDecay, checkEvery, observeEvery, seed);
  }

  /** The same with another level 2. */
  public HomeostatSettings withDimensions(DimensionPolicy other) {
    return new HomeostatSettings(
        enabled, width, other, depth, gate, gramDecay, checkEvery, observeEvery, seed);
  }

  /** The same with another level 3. */
  public HomeostatSettings withDepth(DepthPolicy other) {
    return new HomeostatSettings(
        enabled, width, dimensions, other, gate, gramDecay, checkEvery, observeEvery, seed);
  }

  /** The same with another gate. */
  public HomeostatSettings withGate(GatePolicy other) {
    return new HomeostatSettings(
        enabled, width, dimensions, depth, other, gramDecay, checkEvery, observeEvery, seed);
  }

  /** The same with checks at another cadence. */
  public HomeostatSettings withCheckEvery(int other) {
    return new HomeostatSettings(
        enabled, width, dimensions, depth, gate, gramDecay, other, observeEvery, seed);
  }

  /** The same with another seed. */
  public HomeostatSettings withSeed(long other) {
    return new HomeostatSettings(
        enabled, width, dimensions, depth, gate, gramDecay, checkEvery, observeEvery, other);
  }
}
