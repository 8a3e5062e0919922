package io.incrt.cli;

import io.incrt.base.Printable;
import io.incrt.report.ReportPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code incrt report}. */
@Command(
    name = "report",
    description = "Writes report.html, one page that shows how a model grew and how good it is.")
final class ReportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--model",
      paramLabel = "DIR",
      required = true,
      description = "The model's folder; the page goes there.")
  private Path folder;

  @Option(names = "--open", description = "Opens the page in the browser.")
  private boolean open;

  @Override
  public Integer call() throws IOException {
    Path page = ReportPage.write(folder);
    spec.commandLine().getOut().println(Printable.line(page.toString()));
    if (open) {
      open(page);
    }
    return 0;
  }

  private static void open(Path page) throws IOException {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    List<String> command =
        system.contains("mac")
            ? List.of("open", page.toString())
            : system.contains("windows")
                ? List.of("cmd", "/c", "start", "", page.toString())
                : List.of("xdg-open", page.toString());
    try {
      new ProcessBuilder(command).inheritIO().start();
    } catch (IOException e) {
      throw new IOException("there is no browser to open here; open " + page + " yourself", e);
    }
  }
}
