package io.incrt.data.cache;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps the blocks that were asked for last, as many as a window and some more have. */
final class RecentBlocks {

  private static final long MOST = 2 * CachedTokens.WINDOW_BYTES;

  private final TokenCache cache;
  private final Map<Integer, Block> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  RecentBlocks(TokenCache cache) {
    this.cache = cache;
  }

  BlockTable table() {
    return cache.table();
  }

  /** Reads a block that is not kept. */
  Block read(int number) {
    return cache.block(number);
  }

  synchronized Block get(int number) {
    Block block = kept.get(number);
    if (block == null) {
      block = cache.block(number);
      kept.put(number, block);
      bytes += block.size();
      Iterator<Block> oldest = kept.values().iterator();
      while (bytes > MOST && kept.size() > 1) {
        bytes -= oldest.next().size();
        oldest.remove();
      }
    }
    return block;
  }
}
