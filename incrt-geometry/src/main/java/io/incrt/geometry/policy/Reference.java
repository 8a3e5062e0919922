package io.incrt.geometry.policy;

/** What θ_w = τ · reference is measured against. */
public enum Reference {
  /** Γ_res⁽⁰⁾, the first non-zero residual energy the layer showed: the paper's choice. */
  INITIAL,
  /** Γ(t), the whole directed energy now: free of scale and of how the motors grow in training. */
  CURRENT
}
