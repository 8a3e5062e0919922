/**
 * Trained models as ONNX files. The graph is written here, the numbers come from the model's
 * folder, and nothing is handed out that a second runtime does not compute alike.
 */
package io.incrt.onnx;
