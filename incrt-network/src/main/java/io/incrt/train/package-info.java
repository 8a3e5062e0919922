/**
 * Training: the loop (Algorithm 1), gradients, optimizer, observations for the Homeostat, surgery.
 * Reads no records and writes no model itself.
 *
 * <p>More than 20 classes, since the loop and what it works with know each other's insides.
 */
package io.incrt.train;
