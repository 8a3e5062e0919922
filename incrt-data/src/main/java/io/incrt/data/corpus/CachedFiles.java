package io.incrt.data.corpus;

import io.incrt.data.cache.CachePlan;
import io.incrt.data.cache.CacheProgress;
import io.incrt.data.cache.CachedRecords;
import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.Flaw;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A corpus whose training records stay on disk. Those to validate and to test on are in memory, and
 * a sample of those to learn from, for all that looks at records as they are.
 *
 * @param plan where the training records are and where their cache
 * @param valid the validation records; empty where some are held out
 * @param test the test records
 */
public record CachedFiles(
    CachePlan plan, List<LabelledSequence> valid, List<LabelledSequence> test) {

  /** Copies. */
  public CachedFiles {
    valid = List.copyOf(valid);
    test = List.copyOf(test);
  }

  /** What of these options a cache cannot serve, in a sentence; empty if it can serve all. */
  public static Optional<String> missing(ReadOptions options) {
    if (options.embeddings().isPresent()) {
      return Optional.of("a cache of records has no word vectors (--embeddings)");
    }
    return options.settings().wordPieces() > 0
        ? Optional.of("a cache of records has no pieces of words (data.wordPieces)")
        : Optional.empty();
  }

  /**
   * Reads the training records from their cache, which is built if it is not there.
   *
   * @param name what the training records are called in remarks
   * @param reader reads them; counts those that cannot be used
   * @param maxLength the most tokens of a sequence
   */
  public CorpusFiles.Loaded read(
      String name, RecordReader reader, int maxLength, CacheProgress progress, BooleanSupplier stop)
      throws IOException {
    missing(plan.options())
        .ifPresent(
            words -> {
              throw new IllegalArgumentException(
                  words + "; leave it out, or read all records into memory (data.cache=NEVER)");
            });
    CachedRecords records = CachedRecords.of(plan, reader, maxLength, progress, stop);
    Kind kind = records.kind();
    requireDna(kind, plan.options().settings());
    List<LabelledSequence> judges = plan.holdsOut() ? records.held() : valid;
    if (judges.isEmpty()) {
      throw new BadRecordException(
          name,
          Flaw.FILE,
          "none of the "
              + records.size()
              + " records fell among those that are held out to validate on; give validation"
              + " records of their own (--valid), or set data.cache=NEVER");
    }
    Corpora.Parts parts = new Corpora.Parts(records.sample(), judges, test);
    Corpus corpus =
        Corpora.tokenised(parts, records.tokens().tokenizer(), reader::refuse)
            .withHeldOut(plan.holdsOut())
            .with(records);
    List<String> remarks = new ArrayList<>();
    if (!records.reason().isEmpty()) {
      remarks.add(CorpusFiles.readAs(name, kind, records.reason()));
    }
    remarks.addAll(records.remarks());
    return new CorpusFiles.Loaded(
        corpus, CorpusFiles.remarksOn(corpus, kind, records.skipped(), remarks));
  }

  private static void requireDna(Kind kind, DataSettings settings) {
    if (settings.strand() == DataSettings.Strand.BOTH) {
      Corpora.requireDna(kind);
    }
  }
}
