package io.incrt.cli;

import io.incrt.base.file.DurableFiles;
import io.incrt.cli.console.ProgressLine;
import io.incrt.cli.console.ShellWords;
import io.incrt.lab.Circumstances;
import io.incrt.lab.Experiments;
import io.incrt.lab.ResultsDocument;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Scale;
import io.incrt.lab.experiment.Workbench;
import io.incrt.report.ReproductionPage;
import io.incrt.tensor.Device;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code incrt reproduce}: the paper's experiments. */
@Command(
    name = "reproduce",
    description = {
      "Runs the paper's experiments: its number, the number its definitions give, ours.",
      "Tables go to standard output; NAME.json, NAME.md and figures to --out."
    })
final class ReproduceCommand implements Callable<Integer> {

  private static final String ALL = "all";
  private static final String TABLES = "tables";

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "EXPERIMENT",
      defaultValue = ALL,
      description = {
        "pruning, gate, cov2-synthetic, robustness, baseline, ntk, levels, sizing, rivals, sst2, cov2-real",
        "or all (default: ${DEFAULT-VALUE}); tables runs nothing and collects earlier results."
      })
  private String name;

  @Option(
      names = "--scale",
      paramLabel = "quick|paper",
      defaultValue = "quick",
      converter = ScaleConverter.class,
      description = "How many seeds and steps (default: ${DEFAULT-VALUE}).")
  private Scale scale;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "reproduction",
      description = "Where the files go (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The same seed gives the same files (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = {
        "Real data: sst2/train.tsv and dev.tsv for sst2; cov2/spike.fasta.gz and",
        "spike_metadata.tsv for cov2-real; trec/train.tsv and test.tsv as a second task of",
        "rivals. Without it all leaves these out."
      })
  private Path data;

  @Option(
      names = "--task",
      paramLabel = "NAME",
      description = {
        "Of sizing or rivals, this task alone, so that several processes can share the work: its",
        "networks go to --out and its tables to standard output; run without it afterwards, which",
        "finds them there and writes the files."
      })
  private String task;

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description = "For tables: a folder of results; may be given several times (default: --out).")
  private List<Path> from = List.of();

  @Option(
      names = "--tables",
      paramLabel = "FILE",
      description = "Where the collected tables go (default: results.md in --out).")
  private Path tables;

  @Mixin private DeviceOption where;

  @Override
  public Integer call() throws IOException {
    if (name.equals(TABLES)) {
      collect(from.isEmpty() ? List.of(out) : from);
      return 0;
    }
    if (!from.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--from is for 'reproduce tables' only");
    }
    List<String> skipped = new ArrayList<>();
    List<Experiment> chosen = chosen(skipped);
    Device device = where.device();
    // Checked first, so that an unwritable directory does not cost minutes of work.
    Directories.prepare(out);
    PrintWriter results = spec.commandLine().getOut();
    PrintWriter notes = spec.commandLine().getErr();
    ProgressLine progress = new ProgressLine(notes);
    Workbench bench =
        new Workbench(
            scale,
            seed,
            out.resolve("runs"),
            Optional.ofNullable(data),
            device,
            Optional.ofNullable(task),
            progress::show);
    requireTask(chosen, bench);
    List<ReproductionPage.Entry> done = new ArrayList<>();
    for (Experiment experiment : chosen) {
      long start = System.nanoTime();
      Experiment.Result result = experiment.run(bench);
      long seconds = Math.round((System.nanoTime() - start) / 1e9);
      progress.clear();
      results.println(result.markdown());
      results.flush();
      if (task != null) {
        continue;
      }
      done.add(result.entry(experiment.name()));
      for (Path file : ResultFiles.write(out, experiment.name(), result)) {
        notes.println("wrote " + file);
      }
      Circumstances.now(command(), device == Device.CUDA, seconds).write(out, experiment.name());
    }
    skipped.forEach(notes::println);
    if (name.equals(ALL)) {
      Path page = out.resolve("reproduction.html");
      DurableFiles.write(
          page, ReproductionPage.of(done, skipped, command()).getBytes(StandardCharsets.UTF_8));
      notes.println("wrote " + page);
      collect(List.of(out));
    }
    return 0;
  }

  private void requireTask(List<Experiment> chosen, Workbench bench) {
    if (task == null) {
      return;
    }
    Experiment only = chosen.get(0);
    List<String> tasks = name.equals(ALL) ? List.of() : only.tasks(bench);
    if (!tasks.contains(task)) {
      throw new ParameterException(
          spec.commandLine(),
          tasks.isEmpty()
              ? "--task is for sizing and rivals, which go over several tasks"
              : only.name() + " has no task '" + task + "'; it has " + String.join(", ", tasks));
    }
  }

  /** Parses the scale and names the choices as they are typed. */
  static final class ScaleConverter implements ITypeConverter<Scale> {
    @Override
    public Scale convert(String value) {
      return switch (value.toLowerCase(Locale.ROOT)) {
        case "quick" -> Scale.QUICK;
        case "paper" -> Scale.PAPER;
        default -> throw new TypeConversionException("choose quick or paper, not '" + value + "'");
      };
    }
  }

  /** Collects the tables of every experiment from the JSON files. */
  private void collect(List<Path> folders) throws IOException {
    Path file = tables == null ? out.resolve("results.md") : tables;
    DurableFiles.write(
        file, ResultsDocument.of(folders, command()).getBytes(StandardCharsets.UTF_8));
    spec.commandLine().getErr().println("wrote " + file);
  }

  private String command() {
    return "./incrt " + ShellWords.of(spec.commandLine().getParseResult().originalArgs());
  }

  private List<Experiment> chosen(List<String> skipped) {
    if (name.equals(ALL)) {
      List<Experiment> possible = new ArrayList<>();
      for (Experiment experiment : Experiments.ALL) {
        if (hasData(experiment)) {
          possible.add(experiment);
        } else {
          skipped.add(experiment.name() + " was left out: " + missing(experiment));
        }
      }
      return possible;
    }
    Experiment experiment =
        Experiments.named(name)
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "there is no experiment '" + name + "'; choose " + names() + " or all"));
    if (!hasData(experiment)) {
      throw new ParameterException(spec.commandLine(), missing(experiment));
    }
    return List.of(experiment);
  }

  private boolean hasData(Experiment experiment) {
    return experiment.needs().isEmpty()
        || (data != null && Files.isDirectory(data.resolve(experiment.needs())));
  }

  private String missing(Experiment experiment) {
    return "--data DIR must hold a folder " + experiment.needs();
  }

  private static String names() {
    return Experiments.ALL.stream().map(Experiment::name).collect(Collectors.joining(", "));
  }
}
