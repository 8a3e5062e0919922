package io.incrt.data.split;

import io.incrt.data.records.LabelledSequence;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records that belong together: of one group, copies of each other, or alike.
 *
 * <p>Groups and copies are joined whatever comes of it. Then like records are joined, the most
 * alike first, unless the cluster would be too large to hold out: where all are alike, as genes of
 * one outbreak are, clusters are thus of the closest relatives.
 */
final class Clusters {

  private static final long UNIT = 1L << 40;

  private final int[] parents;
  private final long[] weights;
  private int refusedFrom;
  private long refused;

  private Clusters(List<LabelledSequence> records, Map<String, Integer> most) {
    parents = new int[records.size()];
    weights = new long[records.size()];
    for (int i = 0; i < parents.length; i++) {
      parents[i] = i;
      weights[i] = UNIT / most.get(records.get(i).label());
    }
  }

  /**
   * Clusters of records.
   *
   * @param most the most records of each label that a cluster of like records may have; one of
   *     several labels has fewer of each
   */
  static Clusters of(List<LabelledSequence> records, Shingles shingles, Map<String, Integer> most) {
    Clusters clusters = ofCopies(records, most);
    for (long link : Links.between(records, shingles)) {
      int a = clusters.root(Links.one(link));
      int b = clusters.root(Links.other(link));
      if (a != b && clusters.weights[a] + clusters.weights[b] <= UNIT) {
        clusters.join(a, b);
      } else if (a != b) {
        clusters.refusedFrom = clusters.refused == 0 ? Links.strength(link) : clusters.refusedFrom;
        clusters.refused++;
      }
    }
    return clusters;
  }

  /** Clusters of groups and copies alone. */
  static Clusters ofCopies(List<LabelledSequence> records, Map<String, Integer> most) {
    Clusters clusters = new Clusters(records, most);
    clusters.joinGroups(records);
    clusters.joinCopies(records);
    return clusters;
  }

  private void joinGroups(List<LabelledSequence> records) {
    Map<String, Integer> first = new HashMap<>();
    for (int i = 0; i < parents.length; i++) {
      String group = records.get(i).group();
      Integer earlier = group.isEmpty() ? null : first.putIfAbsent(group, i);
      if (earlier != null) {
        join(root(earlier), root(i));
      }
    }
  }

  private void joinCopies(List<LabelledSequence> records) {
    int bits = 32 - Integer.numberOfLeadingZeros(Math.max(1, parents.length - 1));
    long[] entries = new long[parents.length];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = (Shingles.whole(records.get(i).sequence()) << bits | i) & Long.MAX_VALUE;
    }
    Arrays.sort(entries);
    long mask = (1L << bits) - 1;
    for (int i = 1; i < entries.length; i++) {
      if (entries[i] >>> bits == entries[i - 1] >>> bits) {
        join(root((int) (entries[i - 1] & mask)), root((int) (entries[i] & mask)));
      }
    }
  }

  private void join(int a, int b) {
    // The first record names a cluster, so that names do not depend on the order of joining.
    int parent = Math.min(a, b);
    int child = Math.max(a, b);
    if (parent != child) {
      parents[child] = parent;
      weights[parent] += weights[child];
    }
  }

  private int root(int record) {
    int root = record;
    while (parents[root] != root) {
      parents[root] = parents[parents[root]];
      root = parents[root];
    }
    return root;
  }

  /** The cluster of each record, named by its first record. */
  int[] roots() {
    int[] roots = new int[parents.length];
    for (int i = 0; i < roots.length; i++) {
      roots[i] = root(i);
    }
    return roots;
  }

  /** How many links were left out, as a cluster would have been too large. */
  long refused() {
    return refused;
  }

  /** The strongest link left out, in percent. */
  int refusedFrom() {
    return refusedFrom;
  }
}
