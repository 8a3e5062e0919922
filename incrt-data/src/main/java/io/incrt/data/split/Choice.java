package io.incrt.data.split;

import io.incrt.data.records.LabelledSequence;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Clusters as runs of records, and which of them are held out. */
final class Choice {

  private final String[] names;
  private final int[] labels;
  private final int[] order;
  private final int[] starts;
  private final double[] wanted;
  private final int[] total;
  private final int[] left;
  private final BitSet chosen = new BitSet();

  Choice(List<LabelledSequence> records, int[] roots, Map<String, Integer> counts, double share) {
    names = counts.keySet().toArray(String[]::new);
    total = counts.values().stream().mapToInt(count -> count).toArray();
    left = total.clone();
    wanted = Arrays.stream(total).mapToDouble(n -> n < 2 ? 0 : Math.max(1, n * share)).toArray();
    labels = new int[roots.length];
    int[] sizes = new int[roots.length + 1];
    for (int i = 0; i < roots.length; i++) {
      labels[i] = Arrays.binarySearch(names, records.get(i).label());
      sizes[roots[i]]++;
    }
    int clusters = 0;
    int[] numbers = new int[roots.length];
    for (int i = 0; i < roots.length; i++) {
      numbers[i] = roots[i] == i ? clusters++ : numbers[roots[i]];
    }
    starts = new int[clusters + 1];
    for (int i = 0; i < roots.length; i++) {
      starts[numbers[i] + 1] += roots[i] == i ? sizes[i] : 0;
    }
    Arrays.parallelPrefix(starts, Integer::sum);
    int[] next = Arrays.copyOf(starts, clusters);
    order = new int[roots.length];
    for (int i = 0; i < roots.length; i++) {
      order[next[numbers[i]]++] = i;
    }
  }

  /** Holds out clusters, in random order, that bring their labels closer to what is wanted. */
  void choose(Random random) {
    int[] clusters = shuffled(clusters(), random);
    int[] counts = new int[names.length];
    for (int cluster : clusters) {
      count(cluster, counts);
      boolean taken = spare(cluster, counts) && gain(cluster, counts) > 0;
      forget(cluster, counts);
      if (taken) {
        take(cluster);
      }
    }
    fill(clusters, counts);
  }

  /** How much closer the shares held out would come; each label weighs the same. */
  private double gain(int cluster, int[] counts) {
    double gain = 0;
    for (int i = starts[cluster]; i < starts[cluster + 1]; i++) {
      int label = labels[order[i]];
      double closer = Math.abs(wanted[label]) - Math.abs(wanted[label] - counts[label]);
      // Each of the label's records adds its part.
      gain += closer / counts[label] / total[label];
    }
    return gain;
  }

  /** Gives labels without a record held out their smallest cluster that can be spared. */
  private void fill(int[] clusters, int[] counts) {
    for (int label = 0; label < names.length; label++) {
      int best = -1;
      if (left[label] < total[label]) {
        continue;
      }
      for (int cluster : clusters) {
        if (best < 0 || size(cluster) < size(best)) {
          count(cluster, counts);
          best = counts[label] > 0 && spare(cluster, counts) ? cluster : best;
          forget(cluster, counts);
        }
      }
      if (best >= 0) {
        take(best);
      }
    }
  }

  /** Whether at least half of the records of each of its labels would stay. */
  private boolean spare(int cluster, int[] counts) {
    for (int i = starts[cluster]; i < starts[cluster + 1]; i++) {
      int label = labels[order[i]];
      if (2 * (left[label] - counts[label]) < total[label]) {
        return false;
      }
    }
    return true;
  }

  private void count(int cluster, int[] counts) {
    for (int i = starts[cluster]; i < starts[cluster + 1]; i++) {
      counts[labels[order[i]]]++;
    }
  }

  private void forget(int cluster, int[] counts) {
    for (int i = starts[cluster]; i < starts[cluster + 1]; i++) {
      counts[labels[order[i]]] = 0;
    }
  }

  private void take(int cluster) {
    chosen.set(cluster);
    for (int i = starts[cluster]; i < starts[cluster + 1]; i++) {
      left[labels[order[i]]]--;
      wanted[labels[order[i]]]--;
    }
  }

  private static int[] shuffled(int size, Random random) {
    int[] shuffled = new int[size];
    for (int i = 0; i < size; i++) {
      int j = random.nextInt(i + 1);
      shuffled[i] = shuffled[j];
      shuffled[j] = i;
    }
    return shuffled;
  }

  private int size(int cluster) {
    return starts[cluster + 1] - starts[cluster];
  }

  int clusters() {
    return starts.length - 1;
  }

  int heldClusters() {
    return chosen.cardinality();
  }

  int largest() {
    int largest = 0;
    for (int cluster = 0; cluster < clusters(); cluster++) {
      largest = Math.max(largest, size(cluster));
    }
    return largest;
  }

  BitSet held() {
    BitSet held = new BitSet();
    chosen.stream()
        .forEach(
            cluster -> {
              for (int i = starts[cluster]; i < starts[cluster + 1]; i++) {
                held.set(order[i]);
              }
            });
    return held;
  }
}
