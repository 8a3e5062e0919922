package io.incrt.data.ngrams;

/** Turns scores into log-probabilities: the softmax of scores times a scale. */
final class Softmax {

  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;
  private static final double WIDEST = Math.log(256);
  private static final double NARROW = 1e-3;

  /** More records do not make one number more exact. */
  private static final int ENOUGH = 1 << 17;

  private Softmax() {}

  static float[] logProbabilities(float[] scores, double scale) {
    double normalizer = normalizer(scores, scale);
    float[] logs = new float[scores.length];
    for (int c = 0; c < logs.length; c++) {
      logs[c] = (float) (scale * scores[c] - normalizer);
    }
    return logs;
  }

  private static double normalizer(float[] scores, double scale) {
    double largest = Double.NEGATIVE_INFINITY;
    for (float score : scores) {
      largest = Math.max(largest, scale * score);
    }
    double sum = 0;
    for (float score : scores) {
      sum += Math.exp(scale * score - largest);
    }
    return largest + Math.log(sum);
  }

  /** The mean of −log p(label) over the records that have scores. */
  static double logLoss(float[][] scores, int[] labels, double scale) {
    return logLoss(scores, labels, scale, 0, 1);
  }

  /** With some doubt that the label is right, and of every so many records. */
  private static double logLoss(
      float[][] scores, int[] labels, double scale, double doubt, int every) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < scores.length; i += every) {
      if (scores[i] != null) {
        double wanted = (1 - doubt) * scores[i][labels[i]] + doubt * mean(scores[i]);
        sum += normalizer(scores[i], scale) - scale * wanted;
        count++;
      }
    }
    return count == 0 ? 0 : sum / count;
  }

  private static double mean(float... scores) {
    double sum = 0;
    for (float score : scores) {
      sum += score;
    }
    return sum / scores.length;
  }

  /**
   * The scale with the least log loss, between 1/256 and 256: a golden section, for it is convex.
   * Among n records one more might be wrong: without this doubt (Platt's), records that are all
   * right would make the model certain of everything.
   */
  static double fitScale(float[][] scores, int[] labels) {
    int every = Math.max(1, scores.length / ENOUGH);
    double doubt = 1.0 / (scores.length + 2);
    double low = -WIDEST;
    double high = WIDEST;
    double left = high - GOLDEN * (high - low);
    double right = low + GOLDEN * (high - low);
    double atLeft = logLoss(scores, labels, Math.exp(left), doubt, every);
    double atRight = logLoss(scores, labels, Math.exp(right), doubt, every);
    while (high - low > NARROW) {
      if (atLeft <= atRight) {
        high = right;
        right = left;
        atRight = atLeft;
        left = high - GOLDEN * (high - low);
        atLeft = logLoss(scores, labels, Math.exp(left), doubt, every);
      } else {
        low = left;
        left = right;
        atLeft = atRight;
        right = low + GOLDEN * (high - low);
        atRight = logLoss(scores, labels, Math.exp(right), doubt, every);
      }
    }
    return Math.exp((low + high) / 2);
  }
}
