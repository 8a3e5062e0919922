package io.incrt.data.cache;

import io.incrt.data.records.Kind;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Files of records for tests, and their caches. */
final class Caches {

  static final int MOST = 512;
  static final int BLOCK = 1 << 14;

  private Caches() {}

  /** Words, more frequent ones before rarer ones, in a table. */
  static Path texts(Path folder, int records, long seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder("text\tlabel\n");
    for (int i = 0; i < records; i++) {
      text.append("Record ").append(i);
      for (int j = random.nextInt(30); j >= 0; j--) {
        text.append(" w").append((int) Math.abs(random.nextGaussian() * 300));
      }
      text.append('\t').append("xyz".charAt(i % 3)).append('\n');
    }
    return Files.writeString(folder.resolve("texts.tsv"), text);
  }

  /** Bases in FASTA. */
  static Path bases(Path folder, int records, int longest, long seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < records; i++) {
      text.append(">s").append(i).append(i % 2 == 0 ? "|x\n" : "|y\n");
      for (int j = random.nextInt(longest); j >= 0; j--) {
        text.append(random.nextInt(100) == 0 ? 'N' : "ACGTacgt".charAt(random.nextInt(8)));
      }
      text.append('\n');
    }
    return Files.writeString(folder.resolve("bases.fasta"), text);
  }

  static CachePlan plan(Path data, Path folder) {
    return new CachePlan(data, folder, ReadOptions.defaults(), Optional.empty(), true);
  }

  static CachePlan plan(Path data, Path folder, Kind kind) {
    return new CachePlan(data, folder, ReadOptions.defaults(), Optional.of(kind), true);
  }

  static CachedRecords of(CachePlan plan) throws IOException {
    return CachedRecords.of(plan, reader(plan), MOST, CacheProgress.NONE, () -> false);
  }

  static RecordReader reader(CachePlan plan) throws IOException {
    return new RecordReader(plan.options());
  }

  /** A builder of small blocks that writes a journal at each. */
  static CacheBuilder builder(CachePlan plan, UnaryOperator<WritableByteChannel> disk)
      throws IOException {
    return new CacheBuilder(plan, reader(plan), disk, BLOCK, 1);
  }
}
