package io.incrt.cli;

import io.incrt.base.Printable;
import io.incrt.base.file.DurableFiles;
import io.incrt.cli.comparison.ComparisonText;
import io.incrt.cli.console.ShellWords;
import io.incrt.compare.Comparison;
import io.incrt.data.json.Json;
import io.incrt.data.records.RecordReader;
import io.incrt.report.ComparisonPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code incrt compare}. */
@Command(
    name = "compare",
    description = {
      "Compares models: score with paired tests, size, cost, architecture, settings.",
      "With --data all of them answer the same records; without it, they are compared by what",
      "their runs recorded."
    })
final class CompareCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", arity = "0..*", description = "The models' folders, two or more.")
  private List<Path> folders = List.of();

  @Option(
      names = "--data",
      paramLabel = "F",
      description = {
        "Labelled records that all models answer: TSV, CSV or JSONL (text, sentence or sequence,",
        "and label), or FASTA; - reads standard input."
      })
  private String data;

  @Mixin private InputOptions input;

  @Mixin private SettingOptions set;

  @Mixin private DeviceOption where;

  @Option(names = "--json", description = "JSON instead of tables.")
  private boolean json;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description = "Writes a page that needs nothing else, besides what is printed.")
  private Path page;

  @Override
  public Integer call() throws IOException {
    requireModels();
    PageFile.requireFree(page, folders, data, spec.commandLine());
    PrintWriter out = spec.commandLine().getOut();
    Comparison found = compare();
    if (page != null) {
      DurableFiles.write(
          page, ComparisonPage.of(found, command()).getBytes(StandardCharsets.UTF_8));
    }
    if (json) {
      out.println(Json.pretty(found));
    } else {
      ComparisonText.print(found, out);
    }
    if (page != null) {
      PrintWriter notes = spec.commandLine().getErr();
      notes.println("wrote " + Printable.line(page.toString()));
      notes.flush();
    }
    return 0;
  }

  private Comparison compare() throws IOException {
    if (data == null) {
      return Comparison.recorded(folders);
    }
    RecordReader reader = new RecordReader(input.options(set.forReading().data()));
    Comparison found =
        Comparison.on(folders, reader, data, where.device(), ModelOption.threadsForMany());
    InputOptions.tellSkipped(reader, spec.commandLine().getErr());
    return found;
  }

  private void requireModels() throws IOException {
    if (folders.size() < 2) {
      throw usage(
          folders.isEmpty()
              ? "name the folders of two models or more"
              : "a model is compared with another: name two folders or more, not "
                  + folders.get(0)
                  + " alone");
    }
    Set<Path> known = new HashSet<>();
    for (Path folder : folders) {
      if (Files.isRegularFile(folder)) {
        throw usage(folder + " is a file; name the folder of a model (records go to --data)");
      }
      // What is missing is told by who opens it.
      Path real = Files.exists(folder) ? folder.toRealPath() : folder.toAbsolutePath().normalize();
      if (!known.add(real)) {
        throw usage(folder + " is given twice; a model is not compared with itself");
      }
    }
    if (data == null && (input.areGiven() || !set.values().isEmpty())) {
      throw usage("options that say how to read records are for --data, which is not given");
    }
  }

  private String command() {
    return "./incrt " + ShellWords.of(spec.commandLine().getParseResult().originalArgs());
  }

  private ParameterException usage(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }
}
