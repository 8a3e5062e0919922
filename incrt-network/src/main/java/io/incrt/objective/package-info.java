/**
 * What is learned: targets, loss, decoding and scores of an objective, such as classification.
 * Knows outputs as tensors and records by their labels, and nothing of the network.
 */
package io.incrt.objective;
