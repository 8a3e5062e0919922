/**
 * Training: the loop (Algorithm 1), gradients, optimizer, observations for the Homeostat, surgery.
 * Reads no records and writes no model itself.
 */
package io.incrt.train;
