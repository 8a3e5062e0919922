package io.incrt.data.ngrams;

import java.util.Arrays;

/**
 * In how many records each key occurs: a hash table with linear probing. When it holds too many
 * keys it forgets the rarest, so its memory is bounded whatever the records hold.
 */
public final class KeyCounts implements NgramWalk.Taker {

  private final int most;
  private long[] keys = new long[1 << 12];
  // 0 where a place of the table is free.
  private int[] counts = new int[1 << 12];
  private int[] latest = new int[1 << 12];
  private int size;
  private int record = -1;

  /** Counts up to this many keys exactly. */
  public KeyCounts(int most) {
    this.most = most;
  }

  /** What follows is of another record. */
  public void nextRecord() {
    record++;
  }

  int records() {
    return record + 1;
  }

  @Override
  public void take(long key, int from, int to) {
    take(key);
  }

  /** Counts a key of the present record. */
  public void take(long key) {
    int at = place(key);
    if (counts[at] == 0) {
      put(at, key, 1, record);
      size++;
      if (size > most) {
        forget();
      } else if (size > keys.length / 2) {
        rebuild(keys.length * 2, 0);
      }
    } else if (latest[at] != record) {
      latest[at] = record;
      counts[at]++;
    }
  }

  private void put(int at, long key, int count, int seen) {
    keys[at] = key;
    counts[at] = count;
    latest[at] = seen;
  }

  private int place(long key) {
    int at = (int) (key & (keys.length - 1));
    while (counts[at] != 0 && keys[at] != key) {
      at = (at + 1) & (keys.length - 1);
    }
    return at;
  }

  private void forget() {
    int[] sorted = Arrays.stream(counts).filter(count -> count > 0).sorted().toArray();
    int median = sorted[sorted.length / 2];
    // Where the largest count is the median too, nothing is rare: then all start anew.
    rebuild(keys.length, median);
  }

  private void rebuild(int length, int without) {
    long[] oldKeys = keys;
    int[] oldCounts = counts;
    int[] oldLatest = latest;
    keys = new long[length];
    counts = new int[length];
    latest = new int[length];
    size = 0;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldCounts[i] > without) {
        put(place(oldKeys[i]), oldKeys[i], oldCounts[i], oldLatest[i]);
        size++;
      }
    }
  }

  /** In how many records a key occurs. */
  public int count(long key) {
    return counts[place(key)];
  }

  /**
   * How many keys occur in each number of records, from 0 on, of those that have not been
   * forgotten.
   */
  public int[] often() {
    int[] often = new int[records() + 1];
    for (int count : counts) {
      often[count] += count > 0 ? 1 : 0;
    }
    return often;
  }

  /** The keys counted often enough, sorted; of too many those that occur in the most records. */
  long[] frequent(NgramShape shape, int limit) {
    int[] often = new int[records() + 2];
    for (int i = 0; i < keys.length; i++) {
      if (counts[i] >= fewest(shape, keys[i])) {
        often[counts[i]]++;
      }
    }
    // Keys of this count are kept while there is room, those of larger counts all.
    int cut = records() + 1;
    int above = 0;
    while (cut > 1 && above + often[cut - 1] <= limit) {
      cut--;
      above += often[cut];
    }
    long[] kept = select(shape, cut, Integer.MAX_VALUE);
    long[] onTheEdge = select(shape, cut - 1, cut);
    int room = Math.min(onTheEdge.length, limit - kept.length);
    long[] all = Arrays.copyOf(kept, kept.length + room);
    System.arraycopy(onTheEdge, 0, all, kept.length, room);
    Arrays.sort(all);
    return all;
  }

  private long[] select(NgramShape shape, int from, int below) {
    long[] chosen = new long[size];
    int found = 0;
    for (int i = 0; i < keys.length; i++) {
      if (counts[i] > 0
          && counts[i] >= Math.max(from, fewest(shape, keys[i]))
          && counts[i] < below) {
        chosen[found++] = keys[i];
      }
    }
    chosen = Arrays.copyOf(chosen, found);
    Arrays.sort(chosen);
    return chosen;
  }

  private static int fewest(NgramShape shape, long key) {
    return shape.fewest((int) (key >>> NgramWalk.BLOCK_SHIFT));
  }
}
