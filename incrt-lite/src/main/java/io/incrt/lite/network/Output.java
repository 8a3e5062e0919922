package io.incrt.lite.network;

import io.incrt.folder.Readout;
import io.incrt.folder.Shape;

/**
 * The output layer: a norm, mean and maximum over the positions, a linear map. Where the first
 * position alone is read, it is both the mean and the maximum.
 */
final class Output {

  private final boolean first;
  private final int width;
  private final Norm norm;
  private final float[] weight;
  private final float[] offset;

  Output(Shape shape, Weights weights) {
    first = shape.readout() == Readout.FIRST;
    width = shape.width();
    norm = Norm.of(weights, "norm", width);
    weight = weights.take("classifier.weight", shape.classes(), 2L * width);
    offset = weights.take("classifier.bias", shape.classes());
  }

  /** The outputs. */
  double[] of(float[][] x) {
    float[][] read = norm.of(first ? new float[][] {x[0]} : x);
    double[] mean = new double[width];
    float[] most = read[0].clone();
    for (float[] row : read) {
      for (int j = 0; j < width; j++) {
        mean[j] += row[j];
        most[j] = Math.max(most[j], row[j]);
      }
    }
    double[] outputs = new double[offset.length];
    for (int c = 0; c < outputs.length; c++) {
      int from = 2 * c * width;
      double sum = offset[c];
      for (int j = 0; j < width; j++) {
        sum +=
            mean[j] / read.length * weight[from + j] + (double) most[j] * weight[from + width + j];
      }
      outputs[c] = sum;
    }
    return outputs;
  }
}
