package io.incrt.data.split;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Folds for cross-validation: each record is left out once, with its share of every label in each
 * fold. Records of one group, copies and near-copies are in one fold: else a model would be judged
 * by what it has learned by heart. A cluster with all records of a label is never left out, as
 * nothing would be left to learn that label from.
 */
public final class CrossFolds {

  /** The fold of records that are never left out. */
  private static final int NEVER = -1;

  private final int folds;
  private final int[] fold;
  private final int clusters;
  private final boolean alike;

  private CrossFolds(int folds, int[] fold, int clusters, boolean alike) {
    this.folds = folds;
    this.fold = fold;
    this.clusters = clusters;
    this.alike = alike;
  }

  /**
   * Deals records out to folds.
   *
   * @param alike whether near-copies are kept together, besides groups and copies
   * @param folds how many, from 2
   * @param seed determines which records meet
   * @throws IllegalArgumentException if there are too few clusters for so many folds
   */
  public static CrossFolds of(
      List<LabelledSequence> records, Kind kind, boolean alike, int folds, long seed) {
    if (folds < 2) {
      throw new IllegalArgumentException("there must be 2 folds or more, not " + folds);
    }
    Map<String, Integer> counts = new TreeMap<>();
    records.forEach(record -> counts.merge(record.label(), 1, Integer::sum));
    Map<String, Integer> most = new HashMap<>();
    // Half a fold at most, so that each label of a fold comes from several clusters.
    counts.forEach((label, count) -> most.put(label, Math.max(1, count / (2 * folds))));
    Clusters joined =
        alike
            ? Clusters.of(records, Shingles.of(kind, records), most)
            : Clusters.ofCopies(records, most);
    int[] roots = joined.roots();
    String[] names = counts.keySet().toArray(String[]::new);
    int[] labels = new int[roots.length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = Arrays.binarySearch(names, records.get(i).label());
    }
    int[] total = counts.values().stream().mapToInt(count -> count).toArray();
    Deal deal = new Deal(roots, labels, total, folds);
    int[] dealt = deal.fold(new Random(seed));
    CrossFolds result = new CrossFolds(folds, dealt, deal.clusters(), alike);
    result.requireFull();
    return result;
  }

  private void requireFull() {
    for (int f = 0; f < folds; f++) {
      if (size(f) == 0) {
        throw new IllegalArgumentException(
            fold.length
                + " records cannot be dealt out to "
                + folds
                + " folds: they form "
                + clusters
                + (clusters == 1 ? " cluster" : " clusters")
                + " of records that belong together (of one group, or copies), and "
                + neverLeftOut()
                + " records are all there is of a label; choose fewer folds");
      }
    }
  }

  /** Whether a record is left out in a fold, counted from 0. */
  public boolean isLeftOut(int record, int inFold) {
    return fold[record] == inFold;
  }

  /** How many records are left out in a fold, counted from 0. */
  public int size(int ofFold) {
    return (int) Arrays.stream(fold).filter(f -> f == ofFold).count();
  }

  /** How many records are never left out. */
  public int neverLeftOut() {
    return size(NEVER);
  }

  /** How many clusters the records form; each is in one fold. */
  public int clusters() {
    return clusters;
  }

  /** What was done, in a sentence. */
  public String words() {
    return fold.length
        + " training records are dealt out to "
        + folds
        + " folds in "
        + clusters
        + " clusters of records of one group, copies"
        + (alike ? " and near-copies" : "")
        + ", which stay together"
        + (neverLeftOut() == 0
            ? ""
            : "; "
                + neverLeftOut()
                + " records are never left out, as nothing else has one of their labels");
  }

  /** Deals clusters out, the largest first, so that small ones even out what large ones leave. */
  private static final class Deal {

    private final int[] roots;
    private final int[] labels;
    private final int[] total;
    private final int folds;
    private final int[] order;
    private final int[] starts;

    Deal(int[] roots, int[] labels, int[] total, int folds) {
      this.roots = roots;
      this.labels = labels;
      this.total = total;
      this.folds = folds;
      int[] number = new int[roots.length];
      int[] sizes = new int[roots.length];
      int clusters = 0;
      for (int i = 0; i < roots.length; i++) {
        // A cluster is named by its first record, which has a number when the others come.
        number[i] = roots[i] == i ? clusters++ : number[roots[i]];
        sizes[number[i]]++;
      }
      starts = new int[clusters + 1];
      for (int c = 0; c < clusters; c++) {
        starts[c + 1] = starts[c] + sizes[c];
      }
      int[] next = starts.clone();
      order = new int[roots.length];
      for (int i = 0; i < roots.length; i++) {
        order[next[number[i]]++] = i;
      }
    }

    int clusters() {
      return starts.length - 1;
    }

    int[] fold(Random random) {
      double[][] held = new double[total.length][folds];
      int[] records = new int[folds];
      int[] fold = new int[roots.length];
      for (long cluster : largestFirst(random)) {
        int from = starts[(int) cluster];
        int to = starts[(int) cluster + 1];
        int best = fullness(held, records, from, to);
        for (int at = from; at < to; at++) {
          fold[order[at]] = best;
          held[labels[order[at]]][best] += 1.0 / total[labels[order[at]]];
        }
        records[best] += to - from;
      }
      keepLoneLabels(fold);
      return fold;
    }

    /** The fold that has least of the labels of a cluster, and among equals least of all. */
    private int fullness(double[][] held, int[] records, int from, int to) {
      double[] full = new double[folds];
      for (int at = from; at < to; at++) {
        int label = labels[order[at]];
        for (int f = 0; f < folds; f++) {
          full[f] += held[label][f] / total[label];
        }
      }
      int best = 0;
      for (int f = 1; f < folds; f++) {
        // Sums of the same shares in another order are equal but for rounding.
        double slack = 1e-9 * Math.max(full[f], full[best]);
        boolean emptier = full[f] < full[best] - slack;
        boolean equal = Math.abs(full[f] - full[best]) <= slack;
        if (emptier || (equal && records[f] < records[best])) {
          best = f;
        }
      }
      return best;
    }

    /** The clusters by size, in random order among equals. */
    private long[] largestFirst(Random random) {
      int clusters = clusters();
      int[] shuffled = new int[clusters];
      for (int c = 0; c < clusters; c++) {
        int other = random.nextInt(c + 1);
        shuffled[c] = shuffled[other];
        shuffled[other] = c;
      }
      long[] keys = new long[clusters];
      for (int rank = 0; rank < clusters; rank++) {
        int size = starts[shuffled[rank] + 1] - starts[shuffled[rank]];
        keys[rank] = (long) (Integer.MAX_VALUE - size) << 32 | rank;
      }
      Arrays.sort(keys);
      return Arrays.stream(keys).map(key -> shuffled[(int) key]).toArray();
    }

    /** Takes clusters out of all folds that have a label which is in no other fold. */
    private void keepLoneLabels(int[] fold) {
      int[] only = new int[total.length];
      boolean[] seen = new boolean[total.length];
      boolean[] lone = new boolean[total.length];
      Arrays.fill(lone, true);
      for (int i = 0; i < fold.length; i++) {
        int label = labels[i];
        lone[label] &= !seen[label] || only[label] == fold[i];
        only[label] = fold[i];
        seen[label] = true;
      }
      for (int c = 0; c < clusters(); c++) {
        boolean stays = false;
        for (int at = starts[c]; at < starts[c + 1]; at++) {
          stays |= lone[labels[order[at]]];
        }
        for (int at = starts[c]; stays && at < starts[c + 1]; at++) {
          fold[order[at]] = NEVER;
        }
      }
    }
  }
}
