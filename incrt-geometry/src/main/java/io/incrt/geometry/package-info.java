/**
 * The operators that INCRT observes: Gram matrices, motors, the directed operator B, the captured
 * basis Q, the residual A = P B P and the energies read off it. Plain double-precision mathematics
 * on EJML: no tensors, no input or output, no decisions.
 */
package io.incrt.geometry;
