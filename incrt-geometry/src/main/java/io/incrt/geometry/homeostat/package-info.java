/**
 * The Homeostat: observations of a network in, decisions about its architecture out (Algorithm 1,
 * without the training). It never sees a tensor and carries nothing out itself; its state is plain
 * data.
 */
package io.incrt.geometry.homeostat;
