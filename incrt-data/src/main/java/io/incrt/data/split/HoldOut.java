package io.incrt.data.split;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Records held out to validate on: whole clusters, about a tenth of the records of each label.
 *
 * @param held the indices of the records held out; empty if that was impossible
 * @param records how many records there are
 * @param clusters how many clusters they form
 * @param heldClusters how many of those are held out
 * @param largest how many records the largest cluster has
 * @param refused how many pairs of like records were not kept together, as their cluster would have
 *     been too large
 * @param refusedFrom about how many of their shingles, in percent, the most alike of them share
 * @param grouped whether some records have groups, which are kept together too
 * @param shingles what is shared
 * @param least the share of them from which on records are kept together
 */
public record HoldOut(
    BitSet held,
    int records,
    int clusters,
    int heldClusters,
    int largest,
    long refused,
    int refusedFrom,
    boolean grouped,
    String shingles,
    double least) {

  private static final double SHARE = 0.1;
  private static final double MOST_SHARE = 0.2;
  private static final int ENOUGH = 50;

  /** A label's share must come from several clusters, or it would be judged by one alone. */
  private static final int AT_LEAST_CLUSTERS = 2;

  /** Keeps its own copy of what is held out. */
  public HoldOut {
    held = (BitSet) held.clone();
  }

  @Override
  public BitSet held() {
    return (BitSet) held.clone();
  }

  /**
   * Chooses clusters in random order; one is held out where that brings its labels closer to the
   * share wanted, and leaves most of their records.
   *
   * @param seed determines the order
   */
  public static HoldOut of(List<LabelledSequence> records, Kind kind, long seed) {
    Map<String, Integer> counts = new TreeMap<>();
    records.forEach(record -> counts.merge(record.label(), 1, Integer::sum));
    double share = share(records.size());
    Map<String, Integer> most = new HashMap<>();
    counts.forEach(
        (label, count) -> most.put(label, Math.max(1, Math.min(count / 2, most(count * share)))));
    Shingles shingles = Shingles.of(kind, records);
    Clusters clusters = Clusters.of(records, shingles, most);
    Choice choice = new Choice(records, clusters.roots(), counts, share);
    choice.choose(new Random(seed));
    return new HoldOut(
        choice.held(),
        records.size(),
        choice.clusters(),
        choice.heldClusters(),
        choice.largest(),
        clusters.refused(),
        clusters.refusedFrom(),
        records.stream().anyMatch(record -> !record.group().isEmpty()),
        shingles.name(),
        Links.least());
  }

  private static int most(double wanted) {
    return (int) Math.max(2, Math.round(wanted / AT_LEAST_CLUSTERS));
  }

  /**
   * The share to hold out: a tenth, but of few records more, as 20 records tell no model from
   * another: up to 50 records, at most a fifth.
   */
  static double share(int records) {
    return Math.max(SHARE, Math.min(MOST_SHARE, ENOUGH / (double) Math.max(1, records)));
  }

  /** Whether at least half of what was wanted is held out. */
  public boolean worked() {
    return held.cardinality() > 0 && 2 * held.cardinality() >= share(records) * records;
  }

  /** What was done, in a sentence. */
  public String words() {
    String sentence =
        held.cardinality()
            + " of "
            + records
            + " training records are held out to validate on: "
            + heldClusters
            + " of "
            + clusters
            + " clusters (the largest of "
            + largest
            + " records) of records "
            + (grouped ? "of one group or " : "")
            + "that share at least "
            + Math.round(100 * least)
            + " % of their "
            + shingles;
    return refused == 0
        ? sentence
        : sentence
            + "; "
            + refused
            + " pairs of like records, which share up to about "
            + Math.max(refusedFrom, Math.round(100 * least))
            + " %, are not kept together, as their cluster would be too large to hold out";
  }
}
