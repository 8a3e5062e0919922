package io.incrt.geometry.homeostat;

import org.ejml.data.DMatrixRMaj;

/**
 * What level 3 needs of a layer on one batch.
 *
 * @param outputGram the Gram matrix of the layer's output tokens, d×d
 * @param inputCone the cone index of its input tokens
 * @param outputCone the cone index of its output tokens
 * @param relativeChange ‖X_out − X_in‖/‖X_in‖
 * @param unexplained the network's loss on training records as a share of the loss of always
 *     answering with the frequencies of the labels, without dropout, smoothing and weights
 */
public record DepthSignal(
    DMatrixRMaj outputGram,
    double inputCone,
    double outputCone,
    double relativeChange,
    double unexplained) {

  /** Checks the numbers. */
  public DepthSignal {
    if (!Double.isFinite(inputCone) || !Double.isFinite(outputCone)) {
      throw new IllegalArgumentException(
          "cone indices must be finite but are " + inputCone + " and " + outputCone);
    }
    if (!(relativeChange >= 0) || Double.isInfinite(relativeChange)) {
      throw new IllegalArgumentException(
          "the relative change must be a finite number from 0 on but is " + relativeChange);
    }
    if (!(unexplained >= 0) || Double.isInfinite(unexplained)) {
      throw new IllegalArgumentException(
          "the unexplained share must be a finite number from 0 on but is " + unexplained);
    }
  }
}
