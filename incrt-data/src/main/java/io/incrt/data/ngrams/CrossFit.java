package io.incrt.data.ngrams;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Scores records by models that have not seen them. */
public final class CrossFit {

  private CrossFit() {}

  /**
   * The scores of each record, by a model fitted to all folds but its own.
   *
   * @param labels the class of each vector
   * @param folds the fold of each vector, as {@link Folds} deals them
   * @param size the number of features
   */
  public static float[][] scoresOutOfFold(
      List<SparseVector> vectors,
      int[] labels,
      int[] folds,
      int size,
      int classes,
      double cost,
      long seed) {
    float[][] scores = new float[labels.length][];
    int most = 0;
    for (int fold : folds) {
      most = Math.max(most, fold);
    }
    for (int fold = 0; fold <= most; fold++) {
      LinearModel model = without(fold, vectors, labels, folds, size, classes, cost, seed);
      for (int i = 0; i < folds.length; i++) {
        if (folds[i] == fold) {
          scores[i] = model.scores(vectors.get(i));
        }
      }
    }
    return scores;
  }

  /** A model of all records but those of one fold and those whose vector is null. */
  static LinearModel without(
      int fold,
      List<SparseVector> vectors,
      int[] labels,
      int[] folds,
      int size,
      int classes,
      double cost,
      long seed) {
    List<SparseVector> seen = new ArrayList<>();
    int[] theirs = new int[labels.length];
    for (int i = 0; i < labels.length; i++) {
      if (folds[i] != fold && vectors.get(i) != null) {
        theirs[seen.size()] = labels[i];
        seen.add(vectors.get(i));
      }
    }
    return LinearModel.fit(seen, Arrays.copyOf(theirs, seen.size()), size, classes, cost, seed);
  }
}
