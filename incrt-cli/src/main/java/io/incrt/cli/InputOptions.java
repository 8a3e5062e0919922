package io.incrt.cli;

import io.incrt.data.corpus.CorpusFiles;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import io.incrt.model.Shape;
import io.incrt.predict.Predictor;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How records are read, for every command that reads some. */
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

  @Option(
      names = "--skip-bad-records",
      description = "Count bad records and leave them out, instead of stopping at the first.")
  private boolean skipBad;

  ReadOptions options(DataSettings settings) {
    return new ReadOptions(
        Optional.ofNullable(textColumn),
        Optional.ofNullable(labelColumn),
        Optional.ofNullable(labels),
        skipBad,
        settings);
  }

  /** Says what there is to know of records that were read by a model. */
  static void tell(Predictor.Remarks found, Shape shape, PrintWriter notes) {
    if (found.cut() > 0) {
      notes.println(many(found.cut()) + " with more than " + shape.maxLength() + " tokens, cut");
    }
    if (found.unknown() > 0) {
      notes.println(
          many(found.unknown()) + " with nothing that the model knows: its answer says little");
    }
    notes.flush();
  }

  static String many(long records) {
    return records + (records == 1 ? " record" : " records");
  }

  /** Says what was left out. */
  static void tellSkipped(RecordReader reader, PrintWriter notes) {
    CorpusFiles.skipped(reader.skipped()).forEach(notes::println);
    notes.flush();
  }
}
