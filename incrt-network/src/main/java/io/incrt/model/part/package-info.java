/**
 * The parts of a network besides attention: convolutions, feed-forward blocks, n-gram paths, the
 * letters of words, the linear model. Each is a block that can be added and removed.
 */
package io.incrt.model.part;
