package io.incrt.geometry.policy;

/** How the ends of the residual operator are found. */
public enum GateKind {
  /** Oja for u⁺ and shifted MCA EXIN for u⁻. */
  BIDIRECTIONAL,
  /** Oja alone on A²: the stronger end, whatever its sign. Goes with {@link Deflation#DOMINANT}. */
  PCA,
  /** A symmetric eigensolve at every check: the oracle. */
  EXACT
}
