package io.incrt.data.records;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How files are read.
 *
 * @param textColumn the column or field with the sequence; without it {@code text}, {@code
 *     sentence} or {@code sequence}
 * @param labelColumn the column or field with the label; without it {@code label}
 * @param labelTable a table with the columns {@code id} and {@code label} or {@code variant}, that
 *     says the labels of FASTA records by name
 * @param skipBad whether bad records are counted and left out instead of refused
 * @param settings how much of a file is believed, and what becomes a token
 */
public record ReadOptions(
    Optional<String> textColumn,
    Optional<String> labelColumn,
    Optional<Path> labelTable,
    boolean skipBad,
    DataSettings settings) {

  /** The columns' usual names, nothing skipped. */
  public static ReadOptions defaults() {
    return new ReadOptions(
        Optional.empty(), Optional.empty(), Optional.empty(), false, DataSettings.defaults());
  }

  /** The same, with bad records skipped or not. */
  public ReadOptions withSkipBad(boolean skip) {
    return new ReadOptions(textColumn, labelColumn, labelTable, skip, settings);
  }

  /** The same with other settings. */
  public ReadOptions withSettings(DataSettings other) {
    return new ReadOptions(textColumn, labelColumn, labelTable, skipBad, other);
  }

  /** The same with a table of labels. */
  public ReadOptions withLabels(Path table) {
    return new ReadOptions(textColumn, labelColumn, Optional.of(table), skipBad, settings);
  }
}
