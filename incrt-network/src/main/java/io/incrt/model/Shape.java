package io.incrt.model;

/**
 * The sizes of a network that do not change while it trains.
 *
 * @param vocabulary the number of tokens, padding (0) and unknown (1) among them
 * @param maxLength the most tokens of a sequence
 * @param classes the number of labels
 * @param width d, the model dimension
 * @param keyDimensions d_k, the most key dimensions of a head; scores are scaled by 1/√d_k always
 * @param allDimensions whether heads have all d_k key dimensions from birth (the paper's networks)
 * @param valueVariance σ_V²: W_V is drawn with the variance σ_V²/d
 */
public record Shape(
    int vocabulary,
    int maxLength,
    int classes,
    int width,
    int keyDimensions,
    boolean allDimensions,
    double valueVariance) {

  /** With σ_V² = 1. */
  public Shape(
      int vocabulary,
      int maxLength,
      int classes,
      int width,
      int keyDimensions,
      boolean allDimensions) {
    this(vocabulary, maxLength, classes, width, keyDimensions, allDimensions, 1);
  }

  /** Checks the numbers. */
  public Shape {
    if (vocabulary < 2 || maxLength < 1 || classes < 2 || width < 2) {
      throw new IllegalArgumentException(
          "a network needs at least 2 tokens, 1 position, 2 classes and 2 dimensions, but has "
              + vocabulary
              + ", "
              + maxLength
              + ", "
              + classes
              + " and "
              + width);
    }
    if (keyDimensions < 2 || keyDimensions % 2 != 0) {
      throw new IllegalArgumentException(
          "key dimensions come in planes: d_k must be even and at least 2 but is " + keyDimensions);
    }
  }
}
