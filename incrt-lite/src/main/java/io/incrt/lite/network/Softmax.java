package io.incrt.lite.network;

/** The softmax: positive shares that add up to one. */
final class Softmax {

  private Softmax() {}

  /** Replaces scores by their shares. */
  static void over(float... scores) {
    float most = Float.NEGATIVE_INFINITY;
    for (float score : scores) {
      most = Math.max(most, score);
    }
    double sum = 0;
    for (int i = 0; i < scores.length; i++) {
      double share = Math.exp(scores[i] - most);
      scores[i] = (float) share;
      sum += share;
    }
    float scale = (float) (1 / sum);
    for (int i = 0; i < scores.length; i++) {
      scores[i] *= scale;
    }
  }

  /** The shares of outputs. */
  static float[] of(double... outputs) {
    double most = Double.NEGATIVE_INFINITY;
    for (double output : outputs) {
      most = Math.max(most, output);
    }
    double sum = 0;
    for (double output : outputs) {
      sum += Math.exp(output - most);
    }
    float[] shares = new float[outputs.length];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = (float) (Math.exp(outputs[i] - most) / sum);
    }
    return shares;
  }
}
