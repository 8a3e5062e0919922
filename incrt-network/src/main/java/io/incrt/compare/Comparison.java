package io.incrt.compare;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.incrt.data.records.RecordReader;
import io.incrt.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Models side by side: what {@code compare --json} prints.
 *
 * <pre>{@code
 * Comparison found =
 *     Comparison.on(
 *         List.of(Path.of("a"), Path.of("b")),
 *         new RecordReader(ReadOptions.defaults()), "test.tsv", Device.CPU, 1);
 * System.out.println(found.pairs().get(0).verdict());
 * }</pre>
 *
 * @param format of this document
 * @param judged by which records
 * @param models in the order given
 * @param ranking the names of those that were judged, the most accurate first
 * @param pairs every two of them, in the order of the ranking
 * @param settings those that differ
 * @param notes what else has to be known, a sentence each
 */
public record Comparison(
    int format,
    Judged judged,
    List<ComparedModel> models,
    List<String> ranking,
    List<Pair> pairs,
    List<Setting> settings,
    List<String> notes) {

  static final int FORMAT = 1;

  /** Copies the lists. */
  public Comparison {
    models = List.copyOf(models);
    ranking = List.copyOf(ranking);
    pairs = List.copyOf(pairs);
    settings = List.copyOf(settings);
    notes = List.copyOf(notes);
  }

  /**
   * The records that models were judged by.
   *
   * @param source a file; null where each was judged by its own run
   * @param paired whether all answered the same records, and each answer is known
   * @param records how many all of them answered; null where it is not paired
   * @param labels those that all of them know
   * @param leftOut how many records had another label, by label
   * @param skipped how many could not be used, by reason
   * @param rounds of the bootstrap; null where it is not paired
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Judged(
      String source,
      boolean paired,
      Integer records,
      List<String> labels,
      Map<String, Long> leftOut,
      Map<String, Long> skipped,
      Integer rounds) {}

  /**
   * A setting that differs.
   *
   * @param values of each model, in their order
   */
  public record Setting(String name, List<String> values) {}

  /**
   * By what the folders recorded.
   *
   * @throws IllegalArgumentException if there are fewer than two, or one is given twice
   */
  public static Comparison recorded(List<Path> folders) throws IOException {
    try (SideBySide models = SideBySide.open(folders, Device.CPU, 1)) {
      return models.recorded();
    }
  }

  /**
   * By the same labelled records, which all models answer. Holds a dozen bytes a record and a model
   * in memory.
   *
   * @param source a file, or {@code -} for standard input
   * @param threads with more than one, as many batches are computed side by side on the CPU
   * @throws IllegalArgumentException if there are fewer than two models, one is given twice, or
   *     they have no two labels in common
   */
  public static Comparison on(
      List<Path> folders, RecordReader reader, String source, Device device, int threads)
      throws IOException {
    try (SideBySide models = SideBySide.open(folders, device, threads)) {
      return models.on(reader, source);
    }
  }
}
