package io.incrt.bench.cache;

import io.incrt.base.Statistics;
import io.incrt.base.file.DurableFiles;
import io.incrt.data.cache.CachePlan;
import io.incrt.data.cache.CacheProgress;
import io.incrt.data.cache.CachedRecords;
import io.incrt.data.corpus.CachedFiles;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.CorpusFiles;
import io.incrt.data.records.Kind;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.train.Instruments;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** How fast token caches are built, and what a step from one costs beside a step from memory. */
public final class CacheTimes {

  private static final int MOST_TOKENS = 512;

  /** The bytes of what is trained from. */
  private static final long TRAINED = 5_000_000;

  private static final int STEPS_A_ROUND = 40;
  private static final int WARM_UP = 2;

  private CacheTimes() {}

  /**
   * Medians of building, in turns with reading.
   *
   * @param form what the records are made of
   * @param megabytes of the file
   * @param reading MB of it a second, nothing done with the records
   * @param building the same, to a cache that is whole and on the disk
   * @param cache megabytes of that
   */
  public record Build(
      String form, long records, double megabytes, double reading, double building, double cache) {

    /** The speed of building, as a share of that of reading. */
    public double share() {
      return building / reading;
    }
  }

  /**
   * Median milliseconds of a training step, in turns.
   *
   * @param memory with records in memory
   * @param cached with the same records in a cache
   */
  public record Step(double memory, double cached) {

    /** What the cache adds, as a share. */
    public double added() {
      return cached / memory - 1;
    }
  }

  /** What was measured. */
  public record Measured(List<Build> builds, Step step) {

    /** Copies. */
    public Measured {
      builds = List.copyOf(builds);
    }
  }

  /**
   * Measures.
   *
   * @param folder where files are made, which are deleted again
   * @param bytes of each file
   */
  public static Measured measure(Path folder, long bytes, int rounds, Consumer<String> progress)
      throws IOException {
    List<Build> builds = new ArrayList<>();
    for (MadeUpRecords.Form form : MadeUpRecords.Form.values()) {
      progress.accept("a cache of " + form + ", " + bytes / 1_000_000 + " MB");
      builds.add(build(form, folder, bytes, rounds));
    }
    progress.accept("training from a cache");
    return new Measured(builds, step(folder, rounds));
  }

  private static Build build(MadeUpRecords.Form form, Path folder, long bytes, int rounds)
      throws IOException {
    Path data = folder.resolve("records." + form);
    long records = MadeUpRecords.write(form, bytes, data, 1);
    double megabytes = Files.size(data) / 1e6;
    double[] reading = new double[rounds];
    double[] building = new double[rounds];
    double cache = 0;
    for (int round = -1; round < rounds; round++) {
      long start = System.nanoTime();
      long[] letters = {0};
      new RecordReader(ReadOptions.defaults())
          .forEach(data.toString(), true, record -> letters[0] += record.sequence().length());
      long middle = System.nanoTime();
      CachedRecords cached = cached(data, folder.resolve("cache"));
      long end = System.nanoTime();
      if (round >= 0) {
        reading[round] = megabytes / ((middle - start) / 1e9);
        building[round] = megabytes / ((end - middle) / 1e9);
      }
      cache = Files.size(cached.file()) / 1e6;
      DurableFiles.deleteTree(folder.resolve("cache"));
    }
    Files.delete(data);
    return new Build(
        form.name(),
        records,
        megabytes,
        Statistics.median(reading),
        Statistics.median(building),
        cache);
  }

  private static CachedRecords cached(Path data, Path folder) throws IOException {
    CachePlan plan = new CachePlan(data, folder, ReadOptions.defaults(), Optional.empty(), true);
    return CachedRecords.of(
        plan, new RecordReader(plan.options()), MOST_TOKENS, CacheProgress.NONE, () -> false);
  }

  private static Step step(Path folder, int rounds) throws IOException {
    Libtorch.load();
    Path data = folder.resolve("train.tsv");
    Path valid = folder.resolve("valid.tsv");
    MadeUpRecords.write(MadeUpRecords.Form.TSV, TRAINED, data, 2);
    MadeUpRecords.write(MadeUpRecords.Form.TSV, TRAINED / 20, valid, 3);
    ReadOptions options = ReadOptions.defaults();
    Optional<Kind> text = Optional.of(Kind.TEXT);
    Corpus memory =
        new CorpusFiles(data.toString(), Optional.of(valid.toString()), Optional.empty(), text)
            .read(options, 1, MOST_TOKENS)
            .corpus();
    Corpus cached =
        new CachedFiles(
                new CachePlan(data, folder.resolve("cache"), options, text, false),
                memory.valid(),
                List.of())
            .read(
                "records", new RecordReader(options), MOST_TOKENS, CacheProgress.NONE, () -> false)
            .corpus();
    double[] ofMemory = new double[rounds];
    double[] ofCache = new double[rounds];
    try (Trainer first = trainer(memory);
        Trainer second = trainer(cached)) {
      for (int round = -WARM_UP; round < rounds; round++) {
        double one = milliseconds(first);
        double other = milliseconds(second);
        if (round >= 0) {
          ofMemory[round] = one;
          ofCache[round] = other;
        }
      }
    }
    DurableFiles.deleteTree(folder.resolve("cache"));
    return new Step(Statistics.median(ofMemory), Statistics.median(ofCache));
  }

  private static Trainer trainer(Corpus corpus) {
    RunSettings settings =
        Settings.with(
            RunSettings.defaults(),
            Map.of("training.steps", "100000", "homeostat.enabled", "false"));
    return Instruments.trainer(
        TrainerSetup.of(corpus, TrainerSetup.resolved(corpus, settings), Device.CPU));
  }

  private static double milliseconds(Trainer trainer) {
    long start = System.nanoTime();
    for (int i = 0; i < STEPS_A_ROUND; i++) {
      trainer.advance();
    }
    return (System.nanoTime() - start) / 1e6 / STEPS_A_ROUND;
  }
}
