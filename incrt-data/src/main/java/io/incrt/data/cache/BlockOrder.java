package io.incrt.data.cache;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The batches of an epoch over blocks on disk. A window's batches are made when the first of them
 * is asked for, from the seed and the window alone.
 */
final class BlockOrder extends AbstractList<int[]> {

  /** The batches among whose records lengths are sorted. */
  private static final int BUCKET = 50;

  private final RecentBlocks blocks;
  private final int batchSize;
  private final long longest;
  private final long seed;
  private final int[] order;
  // By window, and one more: its first block in the order, and its first batch.
  private final int[] firstBlocks;
  private final int[] firstBatches;
  private final int windows;
  private int made = -1;
  private int[][] batches;

  /**
   * An order.
   *
   * @param longest letters or words beyond so many are cut off
   * @param seed determines it
   */
  BlockOrder(RecentBlocks blocks, int batchSize, long longest, long seed) {
    this.blocks = blocks;
    this.batchSize = batchSize;
    this.longest = longest;
    this.seed = seed;
    BlockTable table = blocks.table();
    order = shuffled(table.size(), new SplittableRandom(seed));
    int most = order.length;
    firstBlocks = new int[most + 1];
    firstBatches = new int[most + 1];
    // Windows of about as many blocks each, so that none has a few only.
    int full = (most + CachedTokens.WINDOW - 1) / CachedTokens.WINDOW;
    int count = 0;
    int from = 0;
    while (from < most) {
      int to = from;
      long bytes = 0;
      long records = 0;
      int end = Math.max(from + 1, (int) ((long) most * (count + 1) / full));
      while (to < Math.min(most, end)
          && (to == from || bytes + table.bytes(order[to]) <= 2 * CachedTokens.WINDOW_BYTES)) {
        bytes += table.bytes(order[to]);
        records += table.records(order[to++]);
      }
      firstBlocks[count + 1] = to;
      firstBatches[count + 1] =
          Math.addExact(
              firstBatches[count], Math.toIntExact((records + batchSize - 1) / batchSize));
      count++;
      from = to;
    }
    windows = count;
  }

  @Override
  public int size() {
    return firstBatches[windows];
  }

  @Override
  public synchronized int[] get(int batch) {
    int found = Arrays.binarySearch(firstBatches, 0, windows + 1, batch);
    int window = found >= 0 ? found : -found - 2;
    if (window != made) {
      batches = make(window);
      made = window;
    }
    return batches[batch - firstBatches[window]];
  }

  private int[][] make(int window) {
    BlockTable table = blocks.table();
    int records = 0;
    for (int i = firstBlocks[window]; i < firstBlocks[window + 1]; i++) {
      records += table.records(order[i]);
    }
    int[] all = new int[records];
    int[] lengths = new int[records];
    int at = 0;
    for (int i = firstBlocks[window]; i < firstBlocks[window + 1]; i++) {
      Block block = blocks.get(order[i]);
      for (int record = 0; record < block.records(); record++) {
        all[at] = table.first(order[i]) + record;
        lengths[at++] = (int) Math.min(longest, block.units(record));
      }
    }
    SplittableRandom random = new SplittableRandom(seed ^ (window + 1) * 0x9E3779B97F4A7C15L);
    int[] places = shuffled(records, random);
    int[][] cut = new int[(records + batchSize - 1) / batchSize][];
    int bucket = batchSize * BUCKET;
    int next = 0;
    for (int from = 0; from < records; from += bucket) {
      int to = Math.min(records, from + bucket);
      // By length, and among equals in the order drawn.
      long[] sorted = new long[to - from];
      for (int i = from; i < to; i++) {
        sorted[i - from] = ((long) lengths[places[i]] << 32) | i;
      }
      Arrays.sort(sorted);
      for (int i = 0; i < sorted.length; i += batchSize) {
        int[] batch = new int[Math.min(batchSize, sorted.length - i)];
        for (int j = 0; j < batch.length; j++) {
          batch[j] = all[places[(int) sorted[i + j]]];
        }
        cut[next++] = batch;
      }
    }
    int[] turns = shuffled(cut.length, random);
    return Arrays.stream(turns).mapToObj(turn -> cut[turn]).toArray(int[][]::new);
  }

  private static int[] shuffled(int count, SplittableRandom random) {
    int[] all = new int[count];
    for (int i = 0; i < count; i++) {
      int other = random.nextInt(i + 1);
      all[i] = all[other];
      all[other] = i;
    }
    return all;
  }

  /** Some different records of some blocks, drawn by a seed. */
  static int[] some(BlockTable table, int blocks, int most, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] drawn =
        random.ints(0, table.size()).distinct().limit(Math.min(blocks, table.size())).toArray();
    int each = Math.max(1, most / drawn.length);
    return Arrays.stream(drawn)
        .flatMap(
            block ->
                random
                    .ints(0, table.records(block))
                    .distinct()
                    .limit(Math.min(each, table.records(block)))
                    .map(record -> table.first(block) + record))
        .toArray();
  }
}
