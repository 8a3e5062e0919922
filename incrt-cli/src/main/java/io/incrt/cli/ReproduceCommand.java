package io.incrt.cli;

import io.incrt.lab.Experiment;
import io.incrt.lab.Experiments;
import io.incrt.lab.ResultFiles;
import io.incrt.lab.Scale;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
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

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "EXPERIMENT",
      defaultValue = ALL,
      description = "pruning, gate or all (default: ${DEFAULT-VALUE}).")
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

  @Override
  public Integer call() throws IOException {
    List<Experiment> chosen = chosen();
    // Before the work, not after it: a place that cannot be written to should not cost minutes.
    Directories.prepare(out);
    PrintWriter results = spec.commandLine().getOut();
    PrintWriter notes = spec.commandLine().getErr();
    ProgressLine progress = new ProgressLine(notes);
    for (Experiment experiment : chosen) {
      Experiment.Result result = experiment.run(scale, seed, progress::show);
      progress.clear();
      results.println(result.markdown());
      results.flush();
      if (results.checkError()) {
        throw new IOException("standard output could not be written to");
      }
      for (Path file : ResultFiles.write(out, experiment.name(), result)) {
        notes.println("wrote " + file);
      }
    }
    return 0;
  }

  /** Names the choices in lower case, as they are typed. */
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

  private List<Experiment> chosen() {
    if (name.equals(ALL)) {
      return Experiments.ALL;
    }
    return List.of(
        Experiments.named(name)
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "there is no experiment '" + name + "'; choose " + names() + " or all")));
  }

  private static String names() {
    return Experiments.ALL.stream().map(Experiment::name).collect(Collectors.joining(", "));
  }
}
