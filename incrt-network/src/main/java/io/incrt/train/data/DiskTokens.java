package io.incrt.train.data;

import io.incrt.data.cache.CachedTokens;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToDoubleFunction;

/** Tokens in a cache on disk. */
final class DiskTokens implements TokenStore {

  private final CachedTokens tokens;
  private final int longest;

  /**
   * Those of a cache.
   *
   * @param longest the tokens that a network takes
   */
  DiskTokens(CachedTokens tokens, int longest) {
    this.tokens = tokens;
    this.longest = longest;
  }

  @Override
  public int size() {
    return tokens.size();
  }

  @Override
  public int[] of(int record) {
    return tokens.tokens(record, longest);
  }

  @Override
  public int length(int record) {
    return Math.min(longest, tokens.length(record));
  }

  @Override
  public List<int[]> epoch(int batchSize, long seed, long epoch) {
    return tokens.epoch(batchSize, longest, seed, epoch);
  }

  @Override
  public int[] some(int most, long seed) {
    return tokens.some(most, seed);
  }

  @Override
  public double mean(IntToDoubleFunction of) {
    return tokens.mean(length -> of.applyAsDouble(Math.min(longest, length)));
  }

  @Override
  public void forEach(Consumer<int[]> visitor) {
    tokens.forEach(longest, visitor);
  }

  @Override
  public boolean isMovedAlone() {
    return true;
  }
}
