/**
 * Gates: what finds the two ends of a residual operator while it changes. Component rules (Oja, MCA
 * EXIN and its kin), the probes they move, and the gates built from them. Nothing here knows when
 * to grow.
 */
package io.incrt.geometry.gate;
