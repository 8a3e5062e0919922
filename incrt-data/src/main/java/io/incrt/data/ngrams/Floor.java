package io.incrt.data.ngrams;

import java.util.Locale;

/**
 * The linear model on n-grams, ready to use.
 *
 * @param features the n-grams
 * @param model their weights for each class
 * @param cost the C that the model was fitted with
 * @param scale scores times this are logits: fitted on records that the scoring model had not seen
 */
public record Floor(NgramFeatures features, LinearModel model, double cost, double scale) {

  /** Far more than any records bear out; with it, scores are still numbers. */
  private static final double LARGEST_SCALE = 1e6;

  /** Requires parts that fit together. */
  public Floor {
    if (features.size() != model.size()) {
      throw new IllegalArgumentException(
          "the model has weights for "
              + model.size()
              + " n-grams, but there are "
              + features.size());
    }
    if (!(scale > 0 && scale <= LARGEST_SCALE)) {
      throw new IllegalArgumentException(
          "the scale must be above 0 and at most " + LARGEST_SCALE + " but is " + scale);
    }
  }

  /** How far on each class's side a sequence is. */
  public float[] scores(String sequence) {
    return model.scores(features.encode(sequence));
  }

  /** The logarithm of each class's probability. */
  public float[] logProbabilities(String sequence) {
    return logProbabilities(scores(sequence));
  }

  /** The same of scores that are at hand. */
  public float[] logProbabilities(float[] scores) {
    return Softmax.logProbabilities(scores, scale);
  }

  /**
   * What each letter of a record says of a class: the class's logit above the mean of the others'
   * is the sum over the letters plus the bias, exactly.
   *
   * @param letters one number for every letter
   * @param bias what is said before anything is read
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
  public record Shares(double[] letters, double bias) {

    /** The logit of the class above the mean of the others'. */
    public double logit() {
      double sum = bias;
      for (double letter : letters) {
        sum += letter;
      }
      return sum;
    }
  }

  /**
   * What each letter of a sequence says of a class: the weight of each n-gram times its value,
   * {@link NgramFeatures#spread spread} over the letters it covers.
   */
  public Shares shares(String sequence, int label) {
    SparseVector vector = features.encode(sequence);
    double[] numbers = model.above(label, vector);
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] *= scale;
    }
    return new Shares(features.spread(sequence, vector, numbers), scale * model.biasAbove(label));
  }

  /** In words: "words 1–2 and letters 2–5, 182 301 n-grams, linear SVM, C = 1". */
  public String describe() {
    return features.describe()
        + ", linear SVM, C = "
        + String.format(Locale.ROOT, cost == Math.rint(cost) ? "%.0f" : "%s", cost);
  }
}
