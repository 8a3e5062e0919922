package io.incrt.cli;

import io.incrt.Incrt;
import io.incrt.SeveralRuns;
import io.incrt.Training;
import io.incrt.cli.console.Problems;
import io.incrt.cli.console.ShellWords;
import io.incrt.cli.console.StopSignal;
import io.incrt.cli.launch.Joining;
import io.incrt.cli.watch.Sight;
import io.incrt.cli.watch.SightOptions;
import io.incrt.data.records.Kind;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.store.ModelFolder;
import io.incrt.train.group.Collective;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
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
        "builtin:order?pairs=16, builtin:hops?hops=2, builtin:lookups?heads=2,",
        "builtin:drift?pairs=4, builtin:motif?motifs=2",
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
      names = "--cache",
      paramLabel = "DIR",
      description = "Where token caches are, for runs to share (data.cache; default: in --out).")
  private Path cache;

  @Option(
      names = "--preset",
      paramLabel = "default|geometry|paper",
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

  @Option(
      names = "--strand",
      paramLabel = "given|both",
      defaultValue = "given",
      description = "Which strand of DNA is read (default: ${DEFAULT-VALUE}).")
  private String strand;

  @Option(
      names = "--embeddings",
      paramLabel = "F",
      description = "Word vectors for texts: GloVe, word2vec or fastText, text or binary.")
  private Path embeddings;

  @Option(names = "--seed", paramLabel = "N", description = "Determines everything random.")
  private Long seed;

  @Mixin private SeveralOptions several;

  @Mixin private SightOptions sight;

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

  @Option(
      names = "--force",
      description = "Trains on data that nothing sensible can be learned from, too.")
  private boolean force;

  @Override
  public Integer call() throws IOException {
    Training training = describe();
    RunSettings settings = checked(training);
    if (set.helpWanted()) {
      Settings.all(settings)
          .forEach((key, value) -> spec.commandLine().getOut().println(key + "=" + value));
      return 0;
    }
    requirePossible();
    try (Collective group = join()) {
      training.device(where.device()).group(group);
      return group.isFirst() ? lead(training, settings) : follow(training);
    }
  }

  /** The processes that train jointly, as the environment names them. */
  private Collective join() {
    try {
      return Joining.join(System.getenv(), several.areWanted(), data);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Computes this process's share; another one writes and reports. */
  private int follow(Training training) throws IOException {
    try (StopSignal signal = new StopSignal()) {
      training.stopWhen(signal::isRaised).run(out);
      signal.succeeded();
      return 0;
    }
  }

  private int lead(Training training, RunSettings settings) throws IOException {
    PrintWriter notes = spec.commandLine().getErr();
    boolean fresh = !Files.exists(out);
    Directories.prepare(out);
    Directories.requireFree(out, resume, overwrite, several.areWanted());
    if (resume && !ModelFolder.hasCheckpoints(out) && !SeveralRuns.areIn(out)) {
      notes.println("there is no run in " + out + " to go on with; beginning one");
    }
    long deadline =
        maxMinutes > 0
            ? System.nanoTime() + (long) (maxMinutes * TimeUnit.MINUTES.toNanos(1))
            : Long.MAX_VALUE;
    try (StopSignal signal = new StopSignal();
        Sight seen = sight.begin(out, notes)) {
      training.stopWhen(() -> signal.isRaised() || System.nanoTime() >= deadline);
      return train(training, settings, fresh, signal, seen);
    }
  }

  private int train(
      Training training, RunSettings settings, boolean fresh, StopSignal signal, Sight seen)
      throws IOException {
    PrintWriter notes = spec.commandLine().getErr();
    try {
      Narrator narrator = new Narrator(notes);
      training.listener(narrator);
      PrintWriter results = spec.commandLine().getOut();
      Optional<SeveralRuns> runs = several.of(training);
      if (runs.isPresent()) {
        TrainSeveral all = new TrainSeveral(out, command(), score(settings), results, notes, seen);
        Directories.unlessInVain(out, fresh, () -> all.train(runs.get()));
      } else {
        training.listener(seen.of(out, narrator));
        Directories.unlessInVain(
            out,
            fresh,
            () -> {
              Training.Outcome outcome = training.run(out);
              narrator.clear();
              TrainReport.print(outcome, out, score(settings), command(), results);
            });
      }
      spec.commandLine().getOut().flush();
      signal.succeeded();
      return 0;
    } catch (IOException | RuntimeException | Error e) {
      if (signal.isRaised()) {
        // The process ends before anyone else could say it.
        notes.println("incrt: " + Problems.inOneLine(e));
        notes.flush();
        signal.failed();
      }
      throw e;
    }
  }

  /** The training run that the options describe. */
  private Training describe() throws IOException {
    requireChoice("--kind", kind, "auto", "dna", "rna", "protein", "text");
    Training training =
        Incrt.training()
            .data(data)
            .preset(preset())
            .epochs(epochs)
            .resume(resume)
            .overwrite(overwrite)
            .force(force)
            .stopWhenSettled(stopWhenSettled)
            .command(command());
    Optional.ofNullable(valid).ifPresent(file -> training.valid(Path.of(file)));
    Optional.ofNullable(test).ifPresent(file -> training.test(Path.of(file)));
    Optional.ofNullable(cache).ifPresent(training::cache);
    if (!kind.equals("auto")) {
      training.kind(Kind.valueOf(kind.toUpperCase(Locale.ROOT)));
    }
    configured().forEach(training::set);
    set.values().forEach(training::set);
    requireChoice("--strand", strand, "given", "both");
    if (strand.equals("both")) {
      training.set("data.strand", "BOTH");
    }
    return seed == null ? training : training.seed(seed);
  }

  private RunSettings preset() {
    return switch (preset) {
      case "default" -> RunSettings.defaults();
      case "geometry" -> RunSettings.geometry();
      case "paper" -> RunSettings.paper();
      default ->
          throw new ParameterException(
              spec.commandLine(),
              "choose the preset default, geometry or paper, not '" + preset + "'");
    };
  }

  private Map<String, String> configured() throws IOException {
    try {
      return config == null ? Map.of() : Settings.read(config);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private RunSettings checked(Training training) {
    try {
      RunSettings settings = training.settings();
      training.reading(
          input.options(settings.data()).withEmbeddings(Optional.ofNullable(embeddings)));
      return settings;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void requirePossible() {
    several.requirePossible(data);
    if (resume && overwrite) {
      throw new ParameterException(
          spec.commandLine(), "--resume goes on with a run, --overwrite replaces it; choose one");
    }
    if (epochs < 0 || !(maxMinutes >= 0)) {
      throw new ParameterException(
          spec.commandLine(), "--epochs and --max-minutes must not be negative");
    }
    try {
      BuiltinTasks.requireKnown(data);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** The command line that reproduces the model. */
  private String command() {
    return "./incrt "
        + ShellWords.of(
            spec.commandLine().getParseResult().originalArgs().stream()
                .filter(argument -> !argument.equals("--resume") && !argument.equals("--overwrite"))
                .toList());
  }

  private void requireChoice(String option, String value, String... choices) {
    if (!List.of(choices).contains(value)) {
      throw new ParameterException(
          spec.commandLine(),
          option + " must be one of " + String.join(", ", choices) + ", not '" + value + "'");
    }
  }

  private static String score(RunSettings settings) {
    return settings.training().bestBy().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
