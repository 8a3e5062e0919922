package io.incrt.geometry.homeostat;

import org.ejml.data.DMatrixRMaj;

/**
 * What level 3 needs to know of a layer on one batch.
 *
 * @param outputGram the Gram matrix of the layer's output tokens, d×d
 * @param inputCone the cone index of its input tokens
 * @param outputCone the cone index of its output tokens
 * @param relativeChange ‖X_out − X_in‖/‖X_in‖
 */
public record DepthSignal(
    DMatrixRMaj outputGram, double inputCone, double outputCone, double relativeChange) {

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
  }
}
