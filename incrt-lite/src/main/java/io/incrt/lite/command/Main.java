package io.incrt.lite.command;

import io.incrt.base.Printable;
import io.incrt.base.file.CorruptFileException;
import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import io.incrt.lite.LiteModel;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Predicts sequences named on the command line, or the records of standard input, as {@code incrt
 * predict} does: a tab-separated line for each. Exit codes: 0 done, 1 failed, 2 usage.
 */
public final class Main {

  private static final String USAGE =
      "usage: java -jar incrt-lite.jar MODEL [--lines] [SEQUENCE...]\n"
          + "Without sequences the records of standard input are predicted: TSV, CSV, JSONL or"
          + " FASTA, plain or gzip;\nwith --lines every line is a sequence.\n";

  private static final String LINES = "--lines";

  private Main() {}

  /** Runs the command and exits. */
  public static void main(String[] args) {
    // Not System.out, which would keep a failure to write to itself.
    System.exit(run(args, System.in, new FileOutputStream(FileDescriptor.out), System.err));
  }

  /** Runs the command on the given streams and returns the exit code. */
  static int run(String[] args, InputStream in, OutputStream out, PrintStream err) {
    List<String> rest = new ArrayList<>(List.of(args));
    if (rest.remove("--help") || rest.remove("-h")) {
      return help(out, err);
    }
    boolean lines = rest.remove(LINES);
    String unknown = rest.stream().filter(one -> one.startsWith("--")).findFirst().orElse("");
    if (rest.isEmpty() || !unknown.isEmpty() || (lines && rest.size() > 1)) {
      String problem =
          rest.isEmpty()
              ? "which model? Its folder is missing"
              : unknown.isEmpty()
                  ? LINES + " is for standard input, but there are sequences"
                  : "there is no option " + unknown;
      err.print("incrt-lite: " + Printable.line(problem) + "\n" + USAGE);
      return 2;
    }
    try (BufferedWriter rows =
        new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16)) {
      return predict(rest, lines, in, new AnswerTable(rows), err) ? 0 : 1;
    } catch (IOException | RuntimeException e) {
      // Whoever read the output has had enough, as head has: no failure worth a message.
      if (!"Broken pipe".equals(e.getMessage())) {
        err.println("incrt-lite: " + Printable.line(problem(e)));
      }
      return 1;
    }
  }

  private static int help(OutputStream out, PrintStream err) {
    try {
      out.write(USAGE.getBytes(StandardCharsets.UTF_8));
      return 0;
    } catch (IOException e) {
      err.println("incrt-lite: the help cannot be written: " + e.getMessage());
      return 1;
    }
  }

  /** Whether anything could be answered, or nothing was asked. */
  private static boolean predict(
      List<String> args, boolean lines, InputStream in, AnswerTable table, PrintStream err)
      throws IOException {
    LiteModel model = LiteModel.open(Path.of(args.get(0)));
    if (args.size() > 1) {
      for (int i = 1; i < args.size(); i++) {
        String id = String.valueOf(i - 1);
        try {
          table.accept(model.predict(new LabelledSequence(id, args.get(i), "")));
        } catch (BadRecordException e) {
          table.refused(e.of(id));
        }
      }
    } else {
      ReadOptions options = ReadOptions.defaults();
      RecordReader reader =
          new RecordReader(lines ? options.withFormat(ReadOptions.Format.LINES) : options);
      tell(model.predict(reader, RecordReader.shown(RecordReader.STANDARD_INPUT), in, table), err);
    }
    table.end();
    return !table.allRefused();
  }

  private static void tell(LiteModel.Counts counts, PrintStream err) {
    tell(counts.cut(), "with more tokens than the model takes, cut", err);
    tell(counts.unknown(), "with nothing that the model knows: its answer says little", err);
    tell(
        counts.warned() - counts.unknown(),
        "unlike the training records; the table says beside each answer why",
        err);
  }

  private static void tell(long count, String what, PrintStream err) {
    if (count > 0) {
      err.println(count + (count == 1 ? " record " : " records ") + what);
    }
  }

  private static String problem(Exception e) {
    if (e instanceof NoSuchFileException) {
      return "there is no file " + e.getMessage();
    }
    if (e instanceof AccessDeniedException) {
      return e.getMessage() + " may not be read";
    }
    boolean inWords =
        e instanceof CorruptFileException
            || e instanceof BadRecordException
            || e instanceof IllegalArgumentException
            || e instanceof IllegalStateException
            || e instanceof IOException;
    return inWords && e.getMessage() != null ? e.getMessage() : e.toString();
  }
}
