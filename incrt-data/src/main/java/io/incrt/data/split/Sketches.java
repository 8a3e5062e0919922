package io.incrt.data.split;

import io.incrt.data.records.LabelledSequence;
import java.util.Arrays;
import java.util.List;

/**
 * A sample of each record's shingles: those with the smallest hashes, at most {@value #PER_RECORD}
 * a record and about eight a record over all. As the sample is chosen by hash, what two records
 * share of it estimates what they share of all (bottom-k sketches; Broder 1997).
 */
final class Sketches {

  static final int PER_RECORD = 1000;
  private static final int LEAST_ROOM = 1 << 23;
  private static final int MOST_ROOM = 1 << 30;

  private final int[] starts;
  private final long[] bounds;
  private long[] hashes = new long[1 << 12];
  private long limit = Long.MAX_VALUE;

  /** How many shingles two records share, of how many of the one that has fewer. */
  record Shared(int shared, int of) {}

  Sketches(List<LabelledSequence> records, Shingles shingles) {
    this(records, shingles, (int) Math.min(Math.max(8L * records.size(), LEAST_ROOM), MOST_ROOM));
  }

  /**
   * Sketches in bounded memory.
   *
   * @param room the most hashes to keep
   */
  Sketches(List<LabelledSequence> records, Shingles shingles, int room) {
    starts = new int[records.size() + 1];
    bounds = new long[records.size()];
    Own own = new Own(PER_RECORD);
    int i = 0;
    for (LabelledSequence sequence : records) {
      own.clear(limit);
      shingles.each(sequence.sequence(), own::add);
      own.settle();
      while (starts[i] + own.count() > room) {
        thin(i);
        own.keepBelow(limit);
      }
      if (starts[i] + own.count() > hashes.length) {
        long longer = Math.max(2L * hashes.length, starts[i] + (long) own.count());
        hashes = Arrays.copyOf(hashes, (int) Math.min(longer, room));
      }
      System.arraycopy(own.hashes(), 0, hashes, starts[i], own.count());
      bounds[i] = own.bound();
      starts[++i] = starts[i - 1] + own.count();
    }
    // The last thinnings hold for the first records too.
    for (int record = 0; record < bounds.length; record++) {
      bounds[record] = Math.min(bounds[record], limit);
    }
  }

  /** Halves the share of hashes that is kept. */
  private void thin(int records) {
    limit /= 2;
    int kept = 0;
    for (int record = 0; record < records; record++) {
      int from = starts[record];
      starts[record] = kept;
      for (int at = from; at < starts[record + 1] && hashes[at] < limit; at++) {
        hashes[kept++] = hashes[at];
      }
    }
    starts[records] = kept;
  }

  int records() {
    return bounds.length;
  }

  /** The number of hashes of all records. */
  int size() {
    return starts[bounds.length];
  }

  /** The number of a record's hashes. */
  int size(int record) {
    return starts[record + 1] - starts[record];
  }

  /** One of a record's hashes; they ascend. */
  long hash(int record, int index) {
    return hashes[starts[record] + index];
  }

  /** What two records share, among the hashes that both would have kept. */
  Shared shared(int a, int b) {
    long bound = Math.min(bounds[a], bounds[b]);
    int i = starts[a];
    int j = starts[b];
    int endI = starts[a + 1];
    int endJ = starts[b + 1];
    int both = 0;
    while (i < endI && j < endJ && hashes[i] < bound && hashes[j] < bound) {
      long difference = hashes[i] - hashes[j];
      both += difference == 0 ? 1 : 0;
      i += difference <= 0 ? 1 : 0;
      j += difference >= 0 ? 1 : 0;
    }
    int ofA = below(starts[a], endI, bound) - starts[a];
    int ofB = below(starts[b], endJ, bound) - starts[b];
    return new Shared(both, Math.min(ofA, ofB));
  }

  private int below(int from, int to, long bound) {
    int found = Arrays.binarySearch(hashes, from, to, bound);
    return found >= 0 ? found : -found - 1;
  }

  /** The smallest hashes of one record, sorted, each once. */
  static final class Own {

    private final int most;
    private long[] hashes;
    private int count;
    private long bound;

    Own(int most) {
      this.most = most;
      hashes = new long[4 * most];
    }

    void clear(long limit) {
      count = 0;
      bound = limit;
    }

    void add(long hash) {
      if (hash < bound) {
        if (count == hashes.length) {
          settle();
        }
        if (hash < bound) {
          hashes[count++] = hash;
        }
      }
    }

    /** Sorts, and drops repeated hashes and all but the smallest. */
    void settle() {
      Arrays.sort(hashes, 0, count);
      int kept = 0;
      for (int i = 0; i < count; i++) {
        if (kept == 0 || hashes[kept - 1] != hashes[i]) {
          hashes[kept++] = hashes[i];
        }
      }
      count = kept;
      if (count > most) {
        bound = hashes[most];
        count = most;
      }
    }

    void keepBelow(long limit) {
      bound = Math.min(bound, limit);
      while (count > 0 && hashes[count - 1] >= limit) {
        count--;
      }
    }

    long[] hashes() {
      return hashes;
    }

    int count() {
      return count;
    }

    long bound() {
      return bound;
    }
  }
}
