package io.incrt.cli;

import io.incrt.Incrt;
import io.incrt.Prediction;
import io.incrt.cli.answers.AnswerRows;
import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import io.incrt.predict.PredictionStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code incrt predict}. */
@Command(
    name = "predict",
    description = "Label and probabilities for each record, in the order they come in.")
final class PredictCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private ModelOption model;

  @Option(
      names = "--data",
      paramLabel = "F",
      defaultValue = "-",
      description = {
        "TSV, CSV or JSONL (text, sentence or sequence), FASTA, or plain lines with --format-in",
        "lines; - reads standard input and answers as it comes (default: ${DEFAULT-VALUE})."
      })
  private String data;

  @Option(
      names = "--format-in",
      paramLabel = "auto|lines",
      defaultValue = "auto",
      description = {
        "What comes in: lines takes every line for a sequence, without a header; auto looks at the",
        "content (default: ${DEFAULT-VALUE})."
      })
  private String formatIn;

  @Option(
      names = "--format",
      paramLabel = "tsv|jsonl",
      defaultValue = "tsv",
      description = "What comes out (default: ${DEFAULT-VALUE}).")
  private String format;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "0",
      description = "Only the N most probable classes; 0 shows all.")
  private int top;

  @Option(
      names = "--keep-columns",
      description = "Adds the other columns or fields of the input to what comes out.")
  private boolean keepColumns;

  @Option(
      names = "--strict",
      description = "Stop at the first bad record, instead of writing an error in its place.")
  private boolean strict;

  @Mixin private InputOptions input;

  @Mixin private SettingOptions set;

  @Mixin private DeviceOption where;

  @Override
  public Integer call() throws IOException {
    AnswerRows rows = rows();
    ReadOptions options =
        input
            .options(set.forReading().data())
            .withFormat(InputOptions.format(formatIn, spec.commandLine()))
            .withKeepColumns(keepColumns);
    if (strict && options.skipBad()) {
      throw usage("--strict stops at a bad record, --skip-bad-records leaves it out: choose one");
    }
    PrintWriter notes = spec.commandLine().getErr();
    try (Incrt opened = model.openForMany(where.device());
        PrintWriter out = buffered(spec.commandLine().getOut())) {
      RecordReader reader = new RecordReader(options);
      Writing writing = new Writing(rows, out, strict);
      long start = System.nanoTime();
      PredictionStream.Counts counts = opened.predict(reader, data, writing);
      writing.end();
      InputOptions.tellSkipped(reader, notes);
      InputOptions.tell(counts, opened, notes);
      double seconds = (System.nanoTime() - start) / 1e9;
      notes.printf(
          Locale.ROOT,
          "%s in %.1f s, %.0f a second%n",
          InputOptions.many(writing.answered),
          seconds,
          writing.answered / seconds);
      return writing.tellErrors(notes);
    }
  }

  private AnswerRows rows() {
    if (top < 0) {
      throw usage("--top must not be negative");
    }
    try {
      return AnswerRows.of(format, top);
    } catch (IllegalArgumentException e) {
      throw usage(e.getMessage());
    }
  }

  private ParameterException usage(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }

  /** Buffered standard output; closing it only flushes. */
  private static PrintWriter buffered(PrintWriter out) {
    return new PrintWriter(
        new BufferedWriter(out, 1 << 16) {
          @Override
          public void close() throws IOException {
            flush();
          }
        });
  }

  /** Writes a line for each record as it is answered. */
  private static final class Writing implements Incrt.Receiver {

    private final AnswerRows rows;
    private final PrintWriter out;
    private final boolean strict;
    private boolean begun;
    private long answered;
    private long errors;

    Writing(AnswerRows rows, PrintWriter out, boolean strict) {
      this.rows = rows;
      this.out = out;
      this.strict = strict;
    }

    @Override
    public void accept(Prediction prediction) {
      accept(prediction, Map.of());
    }

    @Override
    public void accept(Prediction prediction, Map<String, Object> others) {
      begin(others);
      out.append(rows.line(prediction, others)).append('\n');
      answered++;
    }

    @Override
    public void refused(BadRecordException bad, Map<String, Object> others) {
      if (strict) {
        throw bad;
      }
      begin(others);
      out.append(rows.line(bad, others)).append('\n');
      errors++;
    }

    @Override
    public void caughtUp() {
      out.flush();
    }

    private void begin(Map<String, Object> others) {
      if (!begun) {
        out.append(rows.header(others));
        begun = true;
      }
    }

    void end() {
      begin(Map.of());
      out.flush();
    }

    /** Says how many records could not be used; that none could is a failure. */
    int tellErrors(PrintWriter notes) {
      if (errors > 0) {
        notes.println(
            InputOptions.many(errors)
                + " could not be used: each has its error in its place (--strict stops at the"
                + " first)");
        notes.flush();
      }
      return errors > 0 && answered == 0 ? 1 : 0;
    }
  }
}
