package io.incrt.geometry.policy;

import io.incrt.base.Ranges;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Everything a {@link io.incrt.geometry.homeostat.Homeostat} is set up with.
 *
 * @param enabled whether the network grows at all; without it, it stays as it was made
 * @param width level 1
 * @param dimensions level 2
 * @param depth level 3
 * @param evidence whether records that no gradient sees decide, and how
 * @param gate how the ends of the operator are followed
 * @param gramDecay the share of the Gram average's weight that is left after another observed batch
 * @param checkEvery steps between checks; the gate moves at every step that is observed
 * @param observeEvery steps between batches whose tokens are observed, a divisor of checkEvery;
 *     more than 1 saves their Gram matrices, but average and gate follow as many fewer batches
 * @param seed determines the random probes and seed planes
 */
@RecordBuilder
public record HomeostatSettings(
    boolean enabled,
    WidthPolicy width,
    DimensionPolicy dimensions,
    DepthPolicy depth,
    EvidencePolicy evidence,
    GatePolicy gate,
    double gramDecay,
    int checkEvery,
    int observeEvery,
    long seed)
    implements HomeostatSettingsBuilder.With {

  /** Checks what the parts cannot check alone. */
  public HomeostatSettings {
    Ranges.between("homeostat.gramDecay", gramDecay, 0, 0.999999);
    Ranges.atLeast("homeostat.checkEvery", checkEvery, 1);
    Ranges.atLeast("homeostat.observeEvery", observeEvery, 1);
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

  /**
   * The preset {@code default}: heads have all key dimensions from birth, and prove their worth.
   */
  public static HomeostatSettings byEvidence() {
    HomeostatSettings geometry = defaults();
    return geometry
        .withDimensions(geometry.dimensions().withEnabled(false))
        .withDepth(geometry.depth().withEnabled(false))
        .withEvidence(EvidencePolicy.usual());
  }

  /** The preset {@code geometry}: sufficient in the energy sense, free of scale, all levels on. */
  public static HomeostatSettings defaults() {
    return HomeostatSettingsBuilder.builder()
        .enabled(true)
        .width(
            WidthPolicyBuilder.builder()
                .criterion(Criterion.ENERGY)
                .reference(Reference.CURRENT)
                .tau(0.5)
                .deflation(Deflation.PLANE)
                .dwell(50)
                .pruneAfter(100)
                .pruneRatio(0.05)
                .guarded(true)
                .build())
        .dimensions(
            DimensionPolicyBuilder.builder()
                .enabled(true)
                .tau(0.3)
                .maxDimensions(16)
                .dwell(100)
                .build())
        .depth(
            DepthPolicyBuilder.builder()
                .enabled(true)
                .tau(0)
                .minConeShift(0)
                .minChange(0.05)
                .minUnexplained(0.5)
                .minGain(0.1)
                .minProgress(0.25)
                .idleAfter(500)
                .dwell(300)
                .maxLayers(8)
                .build())
        .evidence(EvidencePolicy.none())
        .gate(
            GatePolicyBuilder.builder()
                .kind(GateKind.BIDIRECTIONAL)
                .stepScale(1)
                .tolerance(0.1)
                .patience(200)
                .build())
        .gramDecay(0.9)
        .checkEvery(10)
        .observeEvery(1)
        .seed(0)
        .build();
  }

  /** The preset {@code paper}: Algorithm 1 as printed, one layer, all key dimensions from birth. */
  public static HomeostatSettings paper() {
    return HomeostatSettingsBuilder.builder()
        .enabled(true)
        .width(
            WidthPolicyBuilder.builder()
                .criterion(Criterion.SPECTRAL)
                .reference(Reference.INITIAL)
                .tau(0.4)
                .deflation(Deflation.PRINCIPAL)
                .dwell(200)
                .pruneAfter(200)
                .pruneRatio(0.05)
                .guarded(false)
                .build())
        .dimensions(
            DimensionPolicyBuilder.builder()
                .enabled(false)
                .tau(0.6)
                .maxDimensions(64)
                .dwell(200)
                .build())
        .depth(
            DepthPolicyBuilder.builder()
                .enabled(false)
                .tau(0.4)
                .minConeShift(0.02)
                .minChange(0.05)
                .minUnexplained(0.5)
                .minGain(0.1)
                .minProgress(0.25)
                .idleAfter(500)
                .dwell(500)
                .maxLayers(1)
                .build())
        .evidence(EvidencePolicy.none())
        .gate(
            GatePolicyBuilder.builder()
                .kind(GateKind.BIDIRECTIONAL)
                .stepScale(1)
                .tolerance(0.1)
                .patience(400)
                .build())
        .gramDecay(0.9)
        .checkEvery(10)
        .observeEvery(1)
        .seed(0)
        .build();
  }
}
