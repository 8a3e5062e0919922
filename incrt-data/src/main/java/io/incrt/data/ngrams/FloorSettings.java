package io.incrt.data.ngrams;

/**
 * How a floor is learned.
 *
 * @param folds into how many folds the training records are dealt
 * @param mostWeights the most numbers that the model may have: n-grams times classes
 * @param mostEntries the most n-grams of records, all records together, that it is learned from; of
 *     more records a part is drawn
 * @param enough how many records of other folds are enough to compare two choices by
 * @param seed of folds, draws and the solver
 */
public record FloorSettings(int folds, int mostWeights, long mostEntries, int enough, long seed) {

  private static final int MOST_FEATURES = 1 << 20;

  /** Requires counts above zero. */
  public FloorSettings {
    if (folds < 2 || mostWeights < 1 || mostEntries < 1 || enough < 1) {
      throw new IllegalArgumentException(
          "a floor needs 2 folds or more and limits of 1 or more, but has "
              + folds
              + " folds and the limits "
              + mostWeights
              + ", "
              + mostEntries
              + " and "
              + enough);
    }
  }

  /** The usual: at most 128 MB of weights and 512 MB of records. */
  public static FloorSettings usual(long seed) {
    return new FloorSettings(5, 1 << 25, 1L << 26, 4000, seed);
  }

  int mostFeatures(int classes) {
    return Math.max(1, Math.min(MOST_FEATURES, mostWeights / classes));
  }
}
