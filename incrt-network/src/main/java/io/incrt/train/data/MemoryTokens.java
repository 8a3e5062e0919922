package io.incrt.train.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntToDoubleFunction;

/** Tokens in memory: one array a record. */
final class MemoryTokens implements TokenStore {

  /** The number of batches among whose records lengths are sorted. */
  private static final int BUCKET = 50;

  private final int[][] tokens;

  MemoryTokens(int[]... tokens) {
    this.tokens = tokens;
  }

  @Override
  public int size() {
    return tokens.length;
  }

  @Override
  public int[] of(int record) {
    return tokens[record];
  }

  @Override
  public int length(int record) {
    return tokens[record].length;
  }

  @Override
  public List<int[]> epoch(int batchSize, long seed, long epoch) {
    Random random = new Random(seed * 1_000_003 + epoch);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, random);
    int bucket = batchSize * BUCKET;
    List<int[]> batches = new ArrayList<>();
    for (int from = 0; from < size(); from += bucket) {
      List<Integer> part = new ArrayList<>(order.subList(from, Math.min(size(), from + bucket)));
      part.sort(Comparator.comparingInt(i -> tokens[i].length));
      for (int i = 0; i < part.size(); i += batchSize) {
        batches.add(
            part.subList(i, Math.min(part.size(), i + batchSize)).stream()
                .mapToInt(Integer::intValue)
                .toArray());
      }
    }
    Collections.shuffle(batches, random);
    return batches;
  }

  @Override
  public int[] some(int most, long seed) {
    return new Random(seed).ints(0, size()).distinct().limit(Math.min(most, size())).toArray();
  }

  @Override
  public double mean(IntToDoubleFunction of) {
    return Arrays.stream(tokens).mapToDouble(own -> of.applyAsDouble(own.length)).sum()
        / Math.max(1, size());
  }

  @Override
  public void forEach(Consumer<int[]> visitor) {
    for (int[] own : tokens) {
      visitor.accept(own);
    }
  }

  @Override
  public boolean isMovedAlone() {
    return false;
  }
}
