/**
 * What computes: the network and its parts in all their forms. Changes no weight, reads no file,
 * knows nothing of labels.
 *
 * <p>More than 20 classes, since a part's forms (training, prediction, ONNX) stand side by side.
 */
package io.incrt.model;
