/**
 * Trained models as ONNX files. The graph is written here, the weights come from the model, and a
 * file is only delivered if onnxruntime computes the same with it.
 */
package io.incrt.onnx;
