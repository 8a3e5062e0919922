/**
 * What changes weights or architecture: the loop (Algorithm 1), gradients, optimizer, what the
 * Homeostat is shown, surgery. Reads no records and writes no model itself.
 */
package io.incrt.train;
