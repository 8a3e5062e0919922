/**
 * Gates, which track both ends of the spectrum of a changing residual operator: component rules
 * (Oja, MCA EXIN and variants), the probes they move, and the gates built from them. Nothing here
 * decides when to grow.
 */
package io.incrt.geometry.gate;
