package io.incrt.cli;

import io.incrt.base.Printable;
import io.incrt.cli.console.WebBrowser;
import io.incrt.report.ReportPage;
import java.io.IOException;
import java.nio.file.Path;
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
    if (open && !WebBrowser.of(System.getProperty("os.name"), System.getenv()).open(page)) {
      throw new IOException(
          "the page is written, but no browser could be started; open "
              + page.toRealPath().toUri()
              + " yourself, or set BROWSER to a program that shows pages");
    }
    return 0;
  }
}
