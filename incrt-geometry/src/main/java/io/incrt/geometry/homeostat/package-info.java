/**
 * The Homeostat: observations of a network in, decisions about its architecture out (Algorithm 1,
 * without the training). Each reason to grow or prune is a {@link
 * io.incrt.geometry.growth.GrowthRule}. Nothing here sees a tensor or carries a decision out; all
 * that is remembered is plain data.
 */
package io.incrt.geometry.homeostat;
