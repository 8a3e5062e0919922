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
 * @param skipBad whether bad records are counted and left out instead of refused
 * @param settings the limits on files, and what becomes a token
 */
@RecordBuilder
public record ReadOptions(
    Optional<String> textColumn,
    Optional<String> labelColumn,
    Optional<Path> labelTable,
    Optional<Path> embeddings,
    boolean skipBad,
    DataSettings settings)
    implements ReadOptionsBuilder.With {

  /** The columns' usual names, nothing skipped. */
  public static ReadOptions defaults() {
    return ReadOptionsBuilder.builder()
        .textColumn(Optional.empty())
        .labelColumn(Optional.empty())
        .labelTable(Optional.empty())
        .embeddings(Optional.empty())
        .skipBad(false)
        .settings(DataSettings.defaults())
        .build();
  }
}
