package io.incrt.geometry.growth;

/**
 * The figures level 3 decides on.
 *
 * @param outputResidual ‖P B_out P‖ of the top layer's operator on its output tokens
 * @param threshold θ_depth
 * @param coneShift |cone index out − cone index in|
 * @param relativeChange ‖X_out − X_in‖/‖X_in‖
 * @param unexplained the loss left, as a share of the loss of knowing the labels' frequencies only
 */
public record DepthMeasurement(
    double outputResidual,
    double threshold,
    double coneShift,
    double relativeChange,
    double unexplained) {}
