package io.incrt.geometry.policy;

/** When a layer is insufficient and wants another head. */
public enum Criterion {
  /** While Γ_res &gt; θ_w: the paper's own word "sufficient". */
  ENERGY,
  /**
   * While λ_max &gt; θ_w and λ_min &lt; φ_w: the printed test of Algorithm 1. φ_w is "derived" and
   * never given; the only derived lower threshold is φ_g, so that is used.
   */
  SPECTRAL
}
