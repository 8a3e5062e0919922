package io.incrt.data.split;

import io.incrt.data.records.LabelledSequence;
import java.util.Arrays;
import java.util.List;

/**
 * Pairs of records that share much, strongest first.
 *
 * <p>Each record is compared with a few others only: those that have most of its rarest shingles.
 * What matters is the share of the smaller record's shingles, so that a phrase is linked to the
 * sentence it was cut from. A record of few shingles is linked to one other only: "one of the" is a
 * part of many sentences, and must not chain them together.
 */
final class Links {

  private static final int RAREST = 24;
  private static final int AROUND = 32;
  private static final int CLOSEST = 8;
  private static final int FEW = 4;
  private static final int PERCENT = 100;
  private static final int INDEX_BITS = 28;
  private static final int MOST_RECORDS = 1 << INDEX_BITS;

  private final Sketches sketches;
  private final double least;
  private final int bits;
  private final long[] index;
  private long[] links = new long[1 << 10];
  private int count;

  private Links(Sketches sketches, double least) {
    this.sketches = sketches;
    this.least = least;
    bits = 32 - Integer.numberOfLeadingZeros(Math.max(1, sketches.records() - 1));
    index = new long[sketches.size()];
    int at = 0;
    for (int record = 0; record < sketches.records(); record++) {
      for (int i = 0; i < sketches.size(record); i++) {
        index[at++] = entry(sketches.hash(record, i), record);
      }
    }
    Arrays.sort(index);
  }

  /** The share of the smaller record's shingles from which on two records are linked. */
  static double least() {
    // Near-copies stay together; whole families need not, or no family would be in both parts.
    return Likeness.NEAR;
  }

  /** The links between records, packed; see {@link #strength}, {@link #one}, {@link #other}. */
  static long[] between(List<LabelledSequence> records, Shingles shingles) {
    if (records.size() > MOST_RECORDS) {
      return new long[0];
    }
    Links links = new Links(new Sketches(records, shingles), least());
    Closest closest = new Closest();
    for (int record = 0; record < records.size(); record++) {
      links.link(record, closest);
    }
    if (shingles.words()) {
      links.linkShort(records, shingles.size());
    }
    long[] found = Arrays.copyOf(links.links, links.count);
    Arrays.sort(found);
    return found;
  }

  /** How much is shared, in percent; a little less where that rests on few shingles. */
  static int strength(long link) {
    return PERCENT - (int) (link >>> (2 * INDEX_BITS));
  }

  static int one(long link) {
    return (int) (link >>> INDEX_BITS) & (MOST_RECORDS - 1);
  }

  static int other(long link) {
    return (int) link & (MOST_RECORDS - 1);
  }

  private void add(double strength, int a, int b) {
    if (count == links.length) {
      links = Arrays.copyOf(links, 2 * count);
    }
    int weakness = PERCENT - (int) (PERCENT * strength);
    links[count++] =
        (long) weakness << (2 * INDEX_BITS) | (long) Math.min(a, b) << INDEX_BITS | Math.max(a, b);
  }

  // The low bits of a hash, since the sketches keep the smallest hashes.
  private long entry(long hash, int record) {
    return (hash << bits | record) & Long.MAX_VALUE;
  }

  private void link(int record, Closest closest) {
    closest.clear();
    for (int i = 0; i < sketches.size(record); i++) {
      int at = Arrays.binarySearch(index, entry(sketches.hash(record, i), record));
      int from = at;
      while (from > 0 && at - from < AROUND && index[from - 1] >>> bits == index[at] >>> bits) {
        from--;
      }
      int to = at + 1;
      while (to < index.length && to - at <= AROUND && index[to] >>> bits == index[at] >>> bits) {
        to++;
      }
      closest.offer(from, to);
    }
    int best = -1;
    double most = 0;
    for (int other : closest.of(record, index, (1L << bits) - 1, sketches)) {
      Sketches.Shared shared = sketches.shared(record, other);
      if (shared.of() == 0 || shared.shared() < least * shared.of()) {
        continue;
      }
      double strength = shared.shared() / (shared.of() + 1.0);
      if (shared.of() >= FEW) {
        add(strength, record, other);
      } else if (sketches.size(record) <= sketches.size(other)
          && better(strength, most, other, best)) {
        most = strength;
        best = other;
      }
    }
    if (best >= 0) {
      add(most, record, best);
    }
  }

  // Of equals the larger, or phrases would pair up and leave their sentence.
  private boolean better(double strength, double most, int other, int best) {
    return strength > most
        || (strength == most && best >= 0 && sketches.size(other) > sketches.size(best));
  }

  /** Links texts too short for a shingle to the first longer one that contains them. */
  private void linkShort(List<LabelledSequence> records, int size) {
    long mask = (1L << bits) - 1;
    long[] found = new long[16];
    int shorts = 0;
    long[] whole = new long[1];
    for (int i = 0; i < records.size(); i++) {
      if (Shingles.eachOfWords(records.get(i).sequence(), size, hash -> whole[0] = hash) < size) {
        found = shorts == found.length ? Arrays.copyOf(found, 2 * shorts) : found;
        found[shorts++] = entry(whole[0], i);
      }
    }
    long[] wanted = Arrays.copyOf(found, shorts);
    Arrays.sort(wanted);
    boolean[] done = new boolean[shorts];
    for (int i = 0; i < records.size() && shorts > 0; i++) {
      int container = i;
      String text = records.get(i).sequence();
      int most = Math.min(size, Shingles.eachOfWords(text, size, hash -> {}));
      for (int length = 1; length < most; length++) {
        int words = length;
        Shingles.eachOfWords(
            text,
            words,
            hash -> {
              int at = Arrays.binarySearch(wanted, entry(hash, 0));
              for (at = at < 0 ? -at - 1 : at;
                  at < wanted.length && wanted[at] >>> bits == entry(hash, 0) >>> bits && !done[at];
                  at++) {
                int part = (int) (wanted[at] & mask);
                if (part != container) {
                  done[at] = true;
                  add(0, part, container);
                }
              }
            });
      }
    }
  }

  /** The records that have most of a record's rarest shingles, of equals the largest. */
  private static final class Closest {

    private final int[] from = new int[RAREST];
    private final int[] to = new int[RAREST];
    private int lists;
    private final int[] candidates = new int[RAREST * (2 * AROUND + 1)];
    private final long[] ranked = new long[candidates.length];

    void clear() {
      lists = 0;
    }

    /** Keeps a shingle's entries in the index if the shingle is among the rarest. */
    void offer(int start, int end) {
      if (end - start < 2) {
        return;
      }
      int at = lists < RAREST ? lists++ : RAREST;
      while (at > 0 && to[at - 1] - from[at - 1] > end - start) {
        at--;
        if (at + 1 < RAREST) {
          from[at + 1] = from[at];
          to[at + 1] = to[at];
        }
      }
      if (at < RAREST) {
        from[at] = start;
        to[at] = end;
      }
    }

    int[] of(int record, long[] index, long mask, Sketches sketches) {
      int count = 0;
      for (int list = 0; list < lists; list++) {
        for (int i = from[list]; i < to[list]; i++) {
          int other = (int) (index[i] & mask);
          if (other != record) {
            candidates[count++] = other;
          }
        }
      }
      Arrays.sort(candidates, 0, count);
      int distinct = 0;
      for (int i = 0; i < count; ) {
        int next = i;
        while (next < count && candidates[next] == candidates[i]) {
          next++;
        }
        int smaller = Sketches.PER_RECORD - sketches.size(candidates[i]);
        long rank = (RAREST - (next - i)) * (Sketches.PER_RECORD + 1L) + smaller;
        ranked[distinct++] = rank << INDEX_BITS | candidates[i];
        i = next;
      }
      Arrays.sort(ranked, 0, distinct);
      int[] closest = new int[Math.min(distinct, CLOSEST)];
      for (int i = 0; i < closest.length; i++) {
        closest[i] = other(ranked[i]);
      }
      return closest;
    }
  }
}
