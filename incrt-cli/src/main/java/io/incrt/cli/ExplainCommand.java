package io.incrt.cli;

import io.incrt.Incrt;
import io.incrt.base.Printable;
import io.incrt.base.file.Content;
import io.incrt.base.file.DurableFiles;
import io.incrt.cli.explain.Explaining;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.RecordReader;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.explain.Faithfulness;
import io.incrt.explain.Method;
import io.incrt.report.ExplainPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code incrt explain}. */
@Command(
    name = "explain",
    description = {
      "What in each record spoke for and against its label, and which parts of the network decided.",
      "docs/explaining.md says how, and how far to trust it."
    })
final class ExplainCommand implements Callable<Integer> {

  private static final Pattern TASK = Pattern.compile("--data[ =]'?(builtin:[^ ']+)");

  @Spec private CommandSpec spec;

  @Mixin private ModelOption model;

  @Option(
      names = "--data",
      paramLabel = "F",
      description = {
        "TSV, CSV or JSONL (text, sentence or sequence), FASTA, a built-in task (its test records),",
        "or - for standard input. Without it the test records of the built-in task that the model",
        "was trained on, or standard input."
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
      names = "--top",
      paramLabel = "N",
      defaultValue = "0",
      description = "Only the N pieces of a record that weigh most; 0 gives all.")
  private int top;

  @Option(
      names = "--method",
      paramLabel = "auto|gradients|ablation|linear",
      defaultValue = "auto",
      description = {
        "How it is found out what a piece means to the network: by integrated gradients, by ablation,",
        "or not at all, with the linear model's weights alone; auto takes the most faithful",
        "(default: ${DEFAULT-VALUE})."
      })
  private String method;

  @Option(
      names = "--label",
      paramLabel = "L",
      description = "Explains this label, whatever the answer is.")
  private String label;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description = "Writes a page there, instead of JSON lines to standard output.")
  private Path page;

  @Option(
      names = "--measure",
      paramLabel = "N",
      defaultValue = "0",
      description = {
        "First measures how faithful each method is on N of the records, instead of going by the",
        "few that training has measured it on."
      })
  private int measured;

  @Option(
      names = "--show",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many records the page shows (default: ${DEFAULT-VALUE}).")
  private int show;

  @Mixin private InputOptions input;

  @Mixin private SettingOptions set;

  @Mixin private DeviceOption where;

  @Override
  public Integer call() throws IOException {
    Method how = checked();
    PageFile.requireFree(page, List.of(model.folder()), data, spec.commandLine());
    RecordReader reader =
        new RecordReader(
            input
                .options(set.forReading().data())
                .withFormat(InputOptions.format(formatIn, spec.commandLine())));
    PrintWriter notes = spec.commandLine().getErr();
    PrintWriter out = spec.commandLine().getOut();
    try (Incrt opened = model.openForMany(where.device())) {
      requireSense(opened, how);
      String source = source(opened);
      Explaining explaining =
          new Explaining(
              opened,
              reader,
              new Explaining.Wanted(how, Optional.ofNullable(label), top, measured, show),
              page == null ? Optional.of(out) : Optional.empty());
      long start = System.nanoTime();
      feed(source, opened, reader, explaining);
      ExplainPage.Summary summary = explaining.end(name(), shown(source));
      InputOptions.tellSkipped(reader, notes);
      if (!explaining.sitesInWords().isEmpty()) {
        notes.println(explaining.sitesInWords());
      }
      tell(summary, (System.nanoTime() - start) / 1e9, notes);
      if (page != null) {
        String text = ExplainPage.of(summary, explaining.shown());
        DurableFiles.write(page, Content.of(text.getBytes(StandardCharsets.UTF_8)));
        out.println(Printable.line(page.toString()));
        out.flush();
      }
      return summary.errors() > 0 && summary.records() == 0 ? 1 : 0;
    }
  }

  private Method checked() {
    if (top < 0 || measured < 0 || show < 0) {
      throw usage("--top, --measure and --show must not be negative");
    }
    if (data != null && data.startsWith(BuiltinTasks.PREFIX)) {
      try {
        BuiltinTasks.requireKnown(data);
      } catch (IllegalArgumentException e) {
        throw usage(e.getMessage());
      }
    }
    try {
      return Method.named(method);
    } catch (IllegalArgumentException e) {
      throw usage(e.getMessage());
    }
  }

  /** Refuses what cannot be asked of this model. */
  private void requireSense(Incrt opened, Method how) {
    if (label != null && !opened.labels().contains(label)) {
      throw usage(
          "the model has no label '" + label + "'; it has " + String.join(", ", opened.labels()));
    }
    if (how == Method.LINEAR && !opened.explainer().methods().contains(how)) {
      throw usage(
          "--method linear: the model has no linear model on n-grams; choose ablation or gradients");
    }
  }

  private ParameterException usage(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }

  /** Where the records are from. */
  private String source(Incrt opened) {
    if (data != null) {
      return data;
    }
    String command = opened.config().provenance().command();
    if (command == null) {
      return RecordReader.STANDARD_INPUT;
    }
    Matcher task = TASK.matcher(command);
    if (task.find()) {
      return task.group(1);
    }
    return command.contains("--data") || !command.contains("train")
        ? RecordReader.STANDARD_INPUT
        : BuiltinTasks.PREFIX + "variants";
  }

  private static void feed(String source, Incrt opened, RecordReader reader, Explaining explaining)
      throws IOException {
    if (!source.startsWith(BuiltinTasks.PREFIX)) {
      reader.feed(source, false, explaining);
      return;
    }
    // The seed of the run, so that these are the records it was tested on.
    if (source.startsWith(BuiltinTasks.PREFIX + "motif")) {
      explaining.countSites();
    }
    Corpus corpus = BuiltinTasks.generate(source, opened.config().provenance().seed());
    corpus.then().orElse(corpus).test().forEach(record -> explaining.accept(record, Map.of()));
  }

  private String name() {
    Path name = model.folder().toAbsolutePath().normalize().getFileName();
    return name == null ? model.folder().toString() : name.toString();
  }

  /** What the records are called: of a file its name, without where it is. */
  private static String shown(String source) {
    return source.equals(RecordReader.STANDARD_INPUT)
        ? RecordReader.shown(source)
        : source.substring(source.lastIndexOf('/') + 1);
  }

  private static void tell(ExplainPage.Summary summary, double seconds, PrintWriter notes) {
    summary.faithfulness().ifPresent(found -> notes.println(words(found, summary.method())));
    if (summary.errors() > 0) {
      notes.println(
          InputOptions.many(summary.errors())
              + " could not be used: each has its error in its place");
    }
    notes.printf(
        Locale.ROOT,
        "%s explained by %s in %.1f s%n",
        InputOptions.many(summary.records()),
        summary.method().option(),
        seconds);
    notes.flush();
  }

  private static String words(Faithfulness found, Method used) {
    StringBuilder words = new StringBuilder("faithfulness on ");
    words.append(found.records()).append(' ').append(found.sample()).append(", gain over chance:");
    String separator = " ";
    for (Faithfulness.Figures figures : found.methods()) {
      if (!figures.method().equals(Faithfulness.RANDOM)) {
        words.append(
            String.format(
                Locale.ROOT,
                "%s%s %.3f ± %.3f",
                separator,
                figures.method(),
                figures.gain(),
                figures.error()));
        separator = ", ";
      }
    }
    if (!found.proven()) {
      words.append("; none is proven better than chance, so do not rely on the weights");
    } else if (used != found.chosen()) {
      words.append("; ").append(found.chosen().option()).append(" would be better");
    }
    return words.toString();
  }
}
