package io.incrt.data.ngrams;

import io.incrt.data.records.LabelledSequence;
import java.util.Arrays;
import java.util.List;

/**
 * Deals records out to folds, each with its share of every class. Records of one group stay
 * together, and so do records with the same sequence: else a model would be judged by what it has
 * learned by heart.
 */
public final class Folds {

  private Folds() {}

  /**
   * The fold of each record, from 0.
   *
   * @param labels the class of each record
   * @param folds how many there are
   */
  public static int[] of(
      List<LabelledSequence> records, int[] labels, int classes, int folds, long seed) {
    if (folds < 2) {
      throw new IllegalArgumentException("there must be 2 folds or more, but " + folds + " is set");
    }
    long[] units = new long[records.size()];
    for (int i = 0; i < units.length; i++) {
      LabelledSequence sequence = records.get(i);
      units[i] =
          sequence.group().isEmpty()
              ? hash(sequence.sequence(), seed)
              : hash(sequence.group(), ~seed);
    }
    // Sorted by a hash with the seed in it, which is an order drawn by the seed.
    long[] order = Arrays.stream(units).sorted().distinct().toArray();
    int[] unit = new int[units.length];
    int[] label = new int[order.length];
    int[] members = new int[order.length];
    for (int i = 0; i < units.length; i++) {
      unit[i] = Arrays.binarySearch(order, units[i]);
      label[unit[i]] = labels[i];
      members[unit[i]]++;
    }
    int[] dealt = deal(label, members, classes, folds);
    int[] fold = new int[units.length];
    for (int i = 0; i < fold.length; i++) {
      fold[i] = dealt[unit[i]];
    }
    return fold;
  }

  /** Each unit goes where its class is rarest so far, and among equals to the smallest fold. */
  private static int[] deal(int[] label, int[] members, int classes, int folds) {
    int[][] held = new int[classes][folds];
    int[] total = new int[folds];
    int[] fold = new int[label.length];
    for (int u = 0; u < fold.length; u++) {
      int[] own = held[label[u]];
      int best = 0;
      for (int f = 1; f < folds; f++) {
        if (own[f] < own[best] || (own[f] == own[best] && total[f] < total[best])) {
          best = f;
        }
      }
      fold[u] = best;
      own[best] += members[u];
      total[best] += members[u];
    }
    return fold;
  }

  private static long hash(String text, long seed) {
    long hash = NgramWalk.mixed(seed);
    for (int i = 0; i < text.length(); i++) {
      hash = (hash + text.charAt(i) + 1) * 0x9E3779B97F4A7C15L;
    }
    return NgramWalk.mixed(hash);
  }
}
