package io.incrt.data.records;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How files are read.
 *
 * @param textColumn the column or field with the sequence; without it {@code text}, {@code
 *     sentence} or {@code sequence}
 * @param labelColumn the column or field with the label; without it {@code label}
 * @param labelTable a table with the columns {@code id} and {@code label} or {@code variant}, with
 *     the labels of FASTA records by name
 * @param embeddings a file of word vectors for the words of texts
 * @param format what files are; usually their content tells
 * @param keepColumns whether other columns or fields are handed on, too ({@link RecordSink})
 * @param skipBad whether bad records are counted and left out instead of refused
 * @param settings the limits on files, and what becomes a token
 */
@RecordBuilder
public record ReadOptions(
    Optional<String> textColumn,
    Optional<String> labelColumn,
    Optional<Path> labelTable,
    Optional<Path> embeddings,
    Format format,
    boolean keepColumns,
    boolean skipBad,
    DataSettings settings)
    implements ReadOptionsBuilder.With {

  /** What a file of records is. */
  public enum Format {
    /** What its content shows: FASTA, JSONL, TSV or CSV. */
    AUTO,
    /** Every line is a sequence, without a header or labels. */
    LINES
  }

  /** The columns' usual names, nothing skipped. */
  public static ReadOptions defaults() {
    return ReadOptionsBuilder.builder()
        .textColumn(Optional.empty())
        .labelColumn(Optional.empty())
        .labelTable(Optional.empty())
        .embeddings(Optional.empty())
        .format(Format.AUTO)
        .keepColumns(false)
        .skipBad(false)
        .settings(DataSettings.defaults())
        .build();
  }
}
