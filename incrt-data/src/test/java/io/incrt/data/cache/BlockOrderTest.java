package io.incrt.data.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order in which training goes through a cache, and how well that shuffles. */
class BlockOrderTest {

  private static final int BATCH = 32;
  private static final int BLOCK = 1 << 11;

  @TempDir static Path folder;
  private static CachedTokens tokens;
  private static BlockTable table;

  /** A few hundred small blocks, which make several windows. */
  @BeforeAll
  static void build() throws IOException {
    CachePlan plan = Caches.plan(Caches.texts(folder, 16_000, 1), folder, Kind.TEXT);
    new CacheBuilder(plan, Caches.reader(plan), disk -> disk, BLOCK, 1L << 40)
        .build(CacheProgress.NONE, () -> false);
    tokens = Caches.of(plan).tokens();
    table = TokenCache.open(plan.file()).cache().table();
    assertTrue(table.size() > 3 * CachedTokens.WINDOW);
  }

  private List<int[]> epoch(long seed, long epoch) {
    return tokens.epoch(BATCH, 1000, seed, epoch);
  }

  @Test
  void anEpochHasEveryRecordOnce() {
    BitSet seen = new BitSet();
    int records = 0;
    for (int[] batch : epoch(1, 0)) {
      assertTrue(batch.length <= BATCH);
      for (int record : batch) {
        seen.set(record);
        records++;
      }
    }
    assertEquals(tokens.size(), records);
    assertEquals(tokens.size(), seen.cardinality());
  }

  @Test
  void aBatchAtAnyPlaceIsTheSameWhateverWasAskedBefore() {
    List<int[]> all = epoch(3, 5);
    for (int place : new int[] {all.size() - 1, 0, all.size() / 2, 7}) {
      int[] there = epoch(3, 5).get(place);
      assertArrayEquals(all.get(place), there);
    }
    assertFalse(Arrays.equals(all.get(7), epoch(3, 6).get(7)), "another epoch");
    assertFalse(Arrays.equals(all.get(7), epoch(4, 5).get(7)), "another seed");
  }

  @Test
  void recordsOfABatchAreOfSimilarLength() {
    double within = 0;
    List<int[]> batches = epoch(1, 0);
    for (int[] batch : batches) {
      int[] lengths = Arrays.stream(batch).map(tokens::length).sorted().toArray();
      within += lengths[lengths.length - 1] - lengths[0];
    }
    // Lengths are drawn evenly from thirty.
    assertTrue(within / batches.size() < 3, "spread " + within / batches.size());
  }

  @Test
  void aPairOfABatchIsOfOneBlockOrOfNeighboursAboutAsOftenAsAWindowAllows() {
    long pairs = 0;
    long same = 0;
    long near = 0;
    for (long epoch = 0; epoch < 3; epoch++) {
      for (int[] batch : epoch(1, epoch)) {
        for (int i = 0; i < batch.length; i++) {
          for (int j = 0; j < i; j++) {
            pairs++;
            int apart = Math.abs(table.of(batch[i]) - table.of(batch[j]));
            same += apart == 0 ? 1 : 0;
            near += apart == 1 ? 1 : 0;
          }
        }
      }
    }
    double ofOneBlock = (double) same / pairs;
    // A perfect shuffle has 1 of all blocks, a window 1 of its own blocks.
    assertTrue(ofOneBlock > 0.5 / table.size());
    assertTrue(ofOneBlock < 1.3 / CachedTokens.WINDOW, "of one block " + ofOneBlock);
    // Which blocks share a window is random, so neighbours meet as in a perfect shuffle.
    assertEquals(2.0 / table.size(), (double) near / pairs, 1.0 / table.size());
  }

  @Test
  void wherePlacesInTheFileAreSaysNothingOfPlacesInTheEpoch() {
    double sum = 0;
    double squares = 0;
    double products = 0;
    List<int[]> batches = epoch(2, 0);
    double middle = (batches.size() - 1) / 2.0;
    double spread = 0;
    for (int i = 0; i < batches.size(); i++) {
      double mean = Arrays.stream(batches.get(i)).average().orElse(0) / tokens.size() - 0.5;
      sum += mean;
      squares += mean * mean;
      products += mean * (i - middle);
      spread += (i - middle) * (i - middle);
    }
    double correlation = products / Math.sqrt(squares * spread);
    assertEquals(0, sum / batches.size(), 0.02);
    // Of some hundred windows' worth of batches; the windows differ a little.
    assertEquals(0, correlation, 0.25);
  }

  @Test
  void someRecordsAreDifferentAndTheSameForTheSameSeed() {
    int[] some = tokens.some(512, 9);
    assertEquals(some.length, Arrays.stream(some).distinct().count());
    assertArrayEquals(some, tokens.some(512, 9));
    assertTrue(Arrays.stream(some).map(table::of).distinct().count() <= 4);
  }
}
