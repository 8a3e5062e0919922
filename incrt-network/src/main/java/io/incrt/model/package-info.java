/**
 * What computes: the network, its parts in all their forms, what is learned. Changes no weight,
 * reads no file; libtorch is reached through {@link io.incrt.tensor}.
 *
 * <p>More than 20 classes, since a part's forms (training, prediction, ONNX) stand side by side.
 */
package io.incrt.model;
