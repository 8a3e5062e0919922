package io.incrt.data.records;

import io.incrt.base.Ranges;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * How files are read: limits on their content (whatever exceeds one is refused with an error that
 * names the setting), and what becomes a token of a text.
 *
 * @param maxRecordLength the most characters of a record
 * @param maxHeaderLength the most characters of a table's or a FASTA record's header
 * @param maxGzipRatio the most bytes a byte of gzip may unpack to, from the first megabyte on
 * @param maxLabels the most different labels of training records
 * @param wordsSeen how often a word must occur in the training records to be a token
 * @param wordPieces how many pieces are learned that other words are put together from; with 0 they
 *     are unknown
 * @param vectorWords how many words of a file of word vectors are kept that no training record has
 * @param strand which strand of DNA is read
 * @param split which training records are held out where no validation records are given
 * @param digests whether a model's folder keeps digests of its records, by which they are
 *     recognised later
 * @param mistakes how many of the worst mistakes on test records, or validation records, the
 *     model's folder keeps with what spoke for them; with 0 nothing is kept of these records
 * @param cache whether training records are read from a token cache on disk instead of from memory
 */
@RecordBuilder
public record DataSettings(
    int maxRecordLength,
    int maxHeaderLength,
    int maxGzipRatio,
    int maxLabels,
    int wordsSeen,
    int wordPieces,
    int vectorWords,
    Strand strand,
    Split split,
    boolean digests,
    int mistakes,
    Cache cache)
    implements DataSettingsBuilder.With {

  /** Checks the numbers. */
  public DataSettings {
    Ranges.atLeast("data.maxRecordLength", maxRecordLength, 1);
    Ranges.atLeast("data.maxHeaderLength", maxHeaderLength, 1);
    Ranges.atLeast("data.maxGzipRatio", maxGzipRatio, 1);
    Ranges.atLeast("data.maxLabels", maxLabels, 1);
    Ranges.atLeast("data.wordsSeen", wordsSeen, 1);
    Ranges.notNegative("data.wordPieces", wordPieces);
    Ranges.notNegative("data.vectorWords", vectorWords);
    Ranges.require("data.strand", strand, strand != null, "GIVEN or BOTH");
    Ranges.between("data.mistakes", mistakes, 0, 1000);
    Ranges.require("data.cache", cache, cache != null, "AUTO, ALWAYS or NEVER");
    Ranges.require("data.split", split, split != null, "CLUSTERS or RANDOM");
  }

  /** Which strand of DNA is read. */
  public enum Strand {
    /** The one that is given. */
    GIVEN,
    /** Both: training sees either, and an answer is the mean over the two. */
    BOTH
  }

  /** Which training records are held out to validate on. */
  public enum Split {
    /** Whole clusters of like records, so that none is a near-copy of a training record. */
    CLUSTERS,
    /** Any records, or whole groups. */
    RANDOM
  }

  /** Whether training records are read from a token cache on disk. */
  public enum Cache {
    /** Where their file is larger than an eighth of the heap; of gzip, than a thirty-second. */
    AUTO,
    /** They are. */
    ALWAYS,
    /** All of them are in memory. */
    NEVER
  }

  /** Limits that no legitimate file of sequences exceeds. */
  public static DataSettings defaults() {
    return DataSettingsBuilder.builder()
        .maxRecordLength(16_000_000)
        .maxHeaderLength(60_000)
        .maxGzipRatio(500)
        .maxLabels(1000)
        .wordsSeen(2)
        .wordPieces(0)
        .vectorWords(100_000)
        .strand(Strand.GIVEN)
        .split(Split.CLUSTERS)
        .digests(true)
        .mistakes(10)
        .cache(Cache.AUTO)
        .build();
  }
}
