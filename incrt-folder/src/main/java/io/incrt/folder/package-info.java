/**
 * What a model's folder says: its files as they were at one moment, checked against their manifest;
 * sizes, architecture, tensors and what stands beside the network, as plain numbers. Nothing here
 * computes or knows libtorch, so that every predictor reads by it.
 */
package io.incrt.folder;
