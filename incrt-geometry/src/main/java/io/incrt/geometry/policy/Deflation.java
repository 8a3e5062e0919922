package io.incrt.geometry.policy;

/** Which directions a birth captures. */
public enum Deflation {
  /** Both ends, each if its |R| ≥ φ_g: the rank-two deflation of thm:cs. */
  PLANE,
  /** The end with the larger |R|. */
  DOMINANT,
  /** u⁺, whatever it carries: the printed Q ← [Q | u⁺]. */
  PRINCIPAL
}
