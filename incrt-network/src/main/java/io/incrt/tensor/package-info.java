/**
 * The door to libtorch: loading it, devices, memory by scope, trained tensors with their optimizer
 * state, kernels called by name. Knows nothing of layers, tokens or settings.
 */
package io.incrt.tensor;
