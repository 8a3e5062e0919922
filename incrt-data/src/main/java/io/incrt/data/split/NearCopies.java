package io.incrt.data.split;

import io.incrt.data.records.LabelledSequence;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds out which of some records are near-copies of others, which are shown one at a time. Keeps a
 * sample of the shingles of the former and nothing of the latter, however many there are.
 */
final class NearCopies {

  private static final int MOST_RECORDS = 5000;
  private static final int PER_RECORD = 256;

  private final Shingles shingles;
  private final int step;
  private final int records;

  /** A table of the distinct shingles by hash, open addressing; -1 is free. */
  private final long[] table;

  /** For each shingle, where the records that have it start and end in {@code owners}. */
  private final int[] starts;

  private final int[] ends;
  private final int[] owners;

  /** The other record that last had a shingle, from 1 on. */
  private final int[] shownIn;

  private int shown;
  private final int[] sizes;
  private final int[] shared;
  private final int[] touched;
  private final boolean[] near;

  NearCopies(List<LabelledSequence> judged, Shingles shingles) {
    this.shingles = shingles;
    step = Math.max(1, (judged.size() + MOST_RECORDS - 1) / MOST_RECORDS);
    records = (judged.size() + step - 1) / step;
    sizes = new int[records];
    shared = new int[records];
    touched = new int[records];
    near = new boolean[records];
    long[][] hashes = new long[records][];
    Sketches.Own own = new Sketches.Own(PER_RECORD);
    int all = 0;
    for (int i = 0; i < records; i++) {
      own.clear(Long.MAX_VALUE);
      shingles.each(judged.get(i * step).sequence(), own::add);
      own.settle();
      hashes[i] = Arrays.copyOf(own.hashes(), own.count());
      sizes[i] = own.count();
      all += own.count();
    }
    table = new long[Integer.highestOneBit(Math.max(1, all)) * 4];
    Arrays.fill(table, -1);
    int[] counts = new int[table.length];
    for (long[] some : hashes) {
      for (long hash : some) {
        int slot = slot(hash);
        table[slot] = hash;
        counts[slot]++;
      }
    }
    starts = new int[table.length];
    for (int slot = 1; slot < table.length; slot++) {
      starts[slot] = starts[slot - 1] + counts[slot - 1];
    }
    ends = starts.clone();
    owners = new int[all];
    for (int i = 0; i < records; i++) {
      for (long hash : hashes[i]) {
        owners[ends[slot(hash)]++] = i;
      }
    }
    shownIn = new int[table.length];
  }

  private int slot(long hash) {
    int slot = (int) (hash & (table.length - 1));
    while (table[slot] >= 0 && table[slot] != hash) {
      slot = (slot + 1) & (table.length - 1);
    }
    return slot;
  }

  /** Compares them with one other record. */
  void compare(String other) {
    shown++;
    int[] count = new int[1];
    shingles.each(other, hash -> meet(hash, count));
    for (int i = 0; i < count[0]; i++) {
      int record = touched[i];
      near[record] |= shared[record] >= Likeness.NEAR * sizes[record];
      shared[record] = 0;
    }
  }

  private void meet(long hash, int[] count) {
    int slot = slot(hash);
    if (table[slot] < 0 || shownIn[slot] == shown) {
      return;
    }
    shownIn[slot] = shown;
    for (int at = starts[slot]; at < ends[slot]; ) {
      int record = owners[at];
      if (near[record]) {
        // Known already; dropping it keeps sets of records that are all alike fast.
        owners[at] = owners[--ends[slot]];
        owners[ends[slot]] = record;
        continue;
      }
      if (shared[record]++ == 0) {
        touched[count[0]++] = record;
      }
      at++;
    }
  }

  /** How many records were looked at. */
  int records() {
    return records;
  }

  /** How many of them are near-copies. */
  int count() {
    int count = 0;
    for (boolean one : near) {
      count += one ? 1 : 0;
    }
    return count;
  }

  /** The index of the first near-copy. */
  Optional<Integer> first() {
    for (int i = 0; i < records; i++) {
      if (near[i]) {
        return Optional.of(i * step);
      }
    }
    return Optional.empty();
  }

  /** The mean share of a record's shingles that some other record had. */
  double share() {
    int[] found = new int[records];
    for (int slot = 0; slot < table.length; slot++) {
      int end = slot + 1 < table.length ? starts[slot + 1] : owners.length;
      // Dropping owners only reorders them.
      for (int at = starts[slot]; at < end && shownIn[slot] > 0; at++) {
        found[owners[at]]++;
      }
    }
    double sum = 0;
    int counted = 0;
    for (int i = 0; i < records; i++) {
      if (sizes[i] > 0) {
        sum += found[i] / (double) sizes[i];
        counted++;
      }
    }
    return counted == 0 ? 0 : sum / counted;
  }
}
