package io.incrt.geometry.growth;

import io.incrt.geometry.DoubleArray;

/**
 * Two orthonormal directions that a motor σ(u⁺u⁻ᵀ − u⁻u⁺ᵀ) acts on.
 *
 * @param plus u⁺
 * @param minus u⁻; zero in one dimension, where there is no plane
 */
public record Plane(DoubleArray plus, DoubleArray minus) {}
