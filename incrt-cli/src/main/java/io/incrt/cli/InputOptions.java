package io.incrt.cli;

import io.incrt.Incrt;
import io.incrt.data.corpus.CorpusFiles;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.ReadOptionsBuilder;
import io.incrt.data.records.RecordReader;
import io.incrt.predict.PredictionStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options for reading records. */
final class InputOptions {

  @Option(
      names = "--text-column",
      paramLabel = "NAME",
      description = "The column or field with the sequence (text, sentence or sequence).")
  private String textColumn;

  @Option(
      names = "--label-column",
      paramLabel = "NAME",
      description = "The column or field with the label (label).")
  private String labelColumn;

  @Option(
      names = "--labels",
      paramLabel = "F",
      description = "A table with the columns id and label (or variant), for FASTA records.")
  private Path labels;

  @Option(names = "--skip-bad-records", description = "Count bad records and leave them out.")
  private boolean skipBad;

  /** Whether any of them is given. */
  boolean areGiven() {
    return textColumn != null || labelColumn != null || labels != null || skipBad;
  }

  ReadOptions options(DataSettings settings) {
    return ReadOptionsBuilder.builder()
        .textColumn(Optional.ofNullable(textColumn))
        .labelColumn(Optional.ofNullable(labelColumn))
        .labelTable(Optional.ofNullable(labels))
        .embeddings(Optional.empty())
        .format(ReadOptions.Format.AUTO)
        .keepColumns(false)
        .skipBad(skipBad)
        .settings(settings)
        .build();
  }

  /** The format that an option {@code --format-in} names. */
  static ReadOptions.Format format(String name, CommandLine command) {
    return switch (name) {
      case "auto" -> ReadOptions.Format.AUTO;
      case "lines" -> ReadOptions.Format.LINES;
      default ->
          throw new ParameterException(
              command, "choose --format-in auto or lines, not '" + name + "'");
    };
  }

  /** Prints how many records were truncated or unknown to a model. */
  static void tell(PredictionStream.Counts counts, Incrt model, PrintWriter notes) {
    if (counts.cut() > 0) {
      notes.println(
          many(counts.cut())
              + " with more than "
              + model.config().shape().maxTokens()
              + " tokens, cut");
    }
    if (counts.unknown() > 0) {
      notes.println(
          many(counts.unknown()) + " with nothing that the model knows: its answer says little");
    }
    long others = counts.warned() - counts.unknown();
    if (others > 0) {
      notes.println(
          many(others) + " unlike the training records; predict says beside each answer why");
    }
    notes.flush();
  }

  static String many(long records) {
    return records + (records == 1 ? " record" : " records");
  }

  /** Prints how many records were skipped, and why. */
  static void tellSkipped(RecordReader reader, PrintWriter notes) {
    CorpusFiles.skipped(reader.skipped()).forEach(notes::println);
    notes.flush();
  }
}
