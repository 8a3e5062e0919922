/**
 * Access to libtorch: loading, devices, scoped memory, trained tensors with their optimizer state,
 * kernels called by name. Knows nothing of layers, tokens or settings.
 */
package io.incrt.tensor;
