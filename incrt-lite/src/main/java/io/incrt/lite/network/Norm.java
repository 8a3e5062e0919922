package io.incrt.lite.network;

/**
 * The norm of each position: x̂ = (x − mean)/√(variance + ε), scaled and shifted.
 *
 * @param gain the scale
 * @param bias the shift
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
record Norm(float[] gain, float[] bias) {

  private static final double EPSILON = 1e-5;

  /** The norm whose tensors have names that begin so. */
  static Norm of(Weights weights, String name, int width) {
    return new Norm(weights.take(name + ".gain", width), weights.take(name + ".bias", width));
  }

  /** Normalised rows. */
  float[][] of(float[][] x) {
    float[][] normalised = new float[x.length][];
    for (int i = 0; i < x.length; i++) {
      normalised[i] = of(x[i]);
    }
    return normalised;
  }

  private float[] of(float... x) {
    double sum = 0;
    for (float value : x) {
      sum += value;
    }
    double mean = sum / x.length;
    double squares = 0;
    for (float value : x) {
      squares += (value - mean) * (value - mean);
    }
    double scale = 1 / Math.sqrt(squares / x.length + EPSILON);
    float[] normalised = new float[x.length];
    for (int j = 0; j < x.length; j++) {
      normalised[j] = (float) ((x[j] - mean) * scale * gain[j] + bias[j]);
    }
    return normalised;
  }
}
