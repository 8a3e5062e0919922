package io.incrt.cli;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.CorpusFiles;
import io.incrt.data.records.Kind;
import io.incrt.data.records.RecordReader;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import io.incrt.train.TrainingRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code incrt train}. */
@Command(
    name = "train",
    description = {
      "Trains a classifier that grows as its data asks.",
      "With no data it trains on synthetic SARS-CoV-2 variants."
    })
final class TrainCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "F",
      defaultValue = "builtin:variants",
      description = {
        "Training records: TSV, CSV or JSONL (text, sentence or sequence, and label), or FASTA",
        "(>name|label), plain or gzip; - is standard input; or builtin:variants,",
        "builtin:order?pairs=16, builtin:hops?hops=2, builtin:drift?pairs=4",
        "(default: ${DEFAULT-VALUE})."
      })
  private String data;

  @Option(
      names = "--valid",
      paramLabel = "F",
      description = "Records to choose the best model by; without it a tenth is held out.")
  private String valid;

  @Option(
      names = "--test",
      paramLabel = "F",
      description = "Records to judge the best model by, once, at the end.")
  private String test;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "model",
      description = "The model's folder (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Option(
      names = "--preset",
      paramLabel = "default|paper",
      defaultValue = "default",
      description = "What the settings start from (default: ${DEFAULT-VALUE}).")
  private String preset;

  @Mixin private SettingOptions set;

  @Mixin private InputOptions input;

  @Option(
      names = "--config",
      paramLabel = "F",
      description = {
        "A JSON file of settings by name, or a model's config.json, whose settings are taken;",
        "--set goes before it."
      })
  private Path config;

  @Option(
      names = "--kind",
      paramLabel = "auto|dna|rna|protein|text",
      defaultValue = "auto",
      description = "What the sequences are made of (default: ${DEFAULT-VALUE}).")
  private String kind;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      defaultValue = "0",
      description = "Passes over the training records; 0 leaves it to training.steps.")
  private int epochs;

  @Mixin private DeviceOption where;

  @Option(names = "--seed", paramLabel = "N", description = "Determines everything random.")
  private Long seed;

  @Option(
      names = "--max-minutes",
      paramLabel = "M",
      defaultValue = "0",
      description = "Saves and stops after M minutes; 0 means never.")
  private double maxMinutes;

  @Option(names = "--resume", description = "Goes on from the newest checkpoint.")
  private boolean resume;

  @Option(
      names = "--stop-when-settled",
      description = "Ends as soon as the architecture is settled (Algorithm 1).")
  private boolean stopWhenSettled;

  @Option(names = "--overwrite", description = "Trains anew into a folder that holds a run.")
  private boolean overwrite;

  @Override
  public Integer call() throws IOException {
    PrintWriter notes = spec.commandLine().getErr();
    RunSettings settings = settings();
    if (set.helpWanted()) {
      Settings.all(settings)
          .forEach((key, value) -> spec.commandLine().getOut().println(key + "=" + value));
      return 0;
    }
    if (!BuiltinTasks.suggestions(data).isEmpty()) {
      notes.println(
          data
              + " is trained with "
              + BuiltinTasks.suggestions(data).entrySet().stream()
                  .map(Object::toString)
                  .collect(Collectors.joining(", "))
              + " unless --set says otherwise");
    }
    if (resume && overwrite) {
      throw new ParameterException(
          spec.commandLine(), "--resume goes on with a run, --overwrite replaces it; choose one");
    }
    if (epochs < 0 || maxMinutes < 0) {
      throw new ParameterException(
          spec.commandLine(), "--epochs and --max-minutes must not be negative");
    }
    Device device = where.device();
    boolean fresh = !Files.exists(out);
    Directories.prepare(out);
    requireFreeFolder();
    if (resume && !TrainingRun.hasCheckpoints(out)) {
      notes.println("there is no run in " + out + " to go on with; beginning one");
    }
    Corpus corpus;
    try {
      corpus = corpus(settings, notes);
    } catch (IOException | RuntimeException e) {
      if (fresh) {
        Files.deleteIfExists(out);
      }
      throw e;
    }
    if (epochs > 0) {
      settings =
          settings.withTraining(settings.training().withEpochs(epochs, corpus.train().size()));
    }
    notes.printf(
        Locale.ROOT,
        "%s: %d records to train on, %d to validate, %d to test; %d classes, %d tokens%n",
        RecordReader.shown(data),
        corpus.train().size(),
        corpus.valid().size(),
        corpus.test().size(),
        corpus.labels().size(),
        corpus.tokenizer().size());
    long deadline =
        maxMinutes > 0
            ? System.nanoTime() + (long) (maxMinutes * TimeUnit.MINUTES.toNanos(1))
            : Long.MAX_VALUE;
    try (StopSignal signal = new StopSignal()) {
      Narrator narrator = new Narrator(notes);
      TrainingRun run = new TrainingRun(corpus, settings, out, narrator, device, command());
      narrator.begin(run.steps());
      TrainingRun.Result result =
          run.train(
              resume, stopWhenSettled, () -> signal.isRaised() || System.nanoTime() >= deadline);
      narrator.clear();
      report(result, settings);
      spec.commandLine().getOut().flush();
      signal.succeeded();
    }
    return 0;
  }

  /** The command line that makes the same model again. */
  private String command() {
    return "./incrt "
        + spec.commandLine().getParseResult().originalArgs().stream()
            .filter(argument -> !argument.equals("--resume") && !argument.equals("--overwrite"))
            .map(argument -> argument.matches("[\\w./:=+-]+") ? argument : "'" + argument + "'")
            .collect(Collectors.joining(" "));
  }

  private static String upper(String text) {
    return text.toUpperCase(Locale.ROOT);
  }

  private void requireChoice(String option, String value, String... choices) {
    if (!List.of(choices).contains(value)) {
      throw new ParameterException(
          spec.commandLine(),
          option + " must be one of " + String.join(", ", choices) + ", not '" + value + "'");
    }
  }

  private RunSettings settings() throws IOException {
    requireChoice("--kind", kind, "auto", "dna", "rna", "protein", "text");
    RunSettings settings =
        switch (preset) {
          case "default" -> RunSettings.defaults();
          case "paper" -> RunSettings.paper();
          default ->
              throw new ParameterException(
                  spec.commandLine(), "choose the preset default or paper, not '" + preset + "'");
        };
    Map<String, String> values = new LinkedHashMap<>(BuiltinTasks.suggestions(data));
    if (config != null) {
      try {
        values.putAll(Settings.read(config));
      } catch (IllegalArgumentException e) {
        throw new ParameterException(spec.commandLine(), e.getMessage(), e);
      }
    }
    settings = set.apply(settings, values);
    return seed == null ? settings : settings.withTraining(settings.training().withSeed(seed));
  }

  private void requireFreeFolder() throws IOException {
    if (TrainingRun.isIn(out) && !resume && !overwrite) {
      throw new IOException(
          out + " holds a run already; --resume goes on with it, --overwrite replaces it");
    }
  }

  private Corpus corpus(RunSettings settings, PrintWriter notes) throws IOException {
    if (!data.startsWith(BuiltinTasks.PREFIX)) {
      CorpusFiles files =
          new CorpusFiles(
              data,
              Optional.ofNullable(valid),
              Optional.ofNullable(test),
              kind.equals("auto") ? Optional.empty() : Optional.of(Kind.valueOf(upper(kind))));
      CorpusFiles.Found found =
          files.read(
              input.options(settings.data()),
              settings.training().seed(),
              settings.network().maxLength());
      found.remarks().forEach(notes::println);
      return found.corpus();
    }
    try {
      return BuiltinTasks.generate(data, settings.training().seed());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void report(TrainingRun.Result result, RunSettings settings) throws IOException {
    PrintWriter results = spec.commandLine().getOut();
    if (!result.finished()) {
      results.println(
          "stopped and saved at step " + result.step() + "; to go on: " + command() + " --resume");
      return;
    }
    String score = settings.training().bestBy().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    results.println("model       " + out);
    results.printf(
        Locale.ROOT, "validation  %s %.4f (step %d)%n", score, result.score(), result.step());
    if (result.test() != null) {
      results.printf(
          Locale.ROOT,
          "test        accuracy %.4f, macro F1 %.4f (%d records)%n",
          result.test().accuracy(),
          result.test().macroF1(),
          result.test().records());
    }
    InspectCommand.show(out, results);
    results.println("report      " + ReportCommand.write(out));
  }
}
