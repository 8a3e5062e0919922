package io.incrt.cli.watch;

import io.incrt.base.Printable;
import io.incrt.cli.console.StopSignal;
import io.incrt.serve.watch.WatchServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code incrt watch}. */
@Command(
    name = "watch",
    description = {
      "Serves a page that follows the run in a folder while it goes on.",
      "It shows loss and scores, parts and what they are worth, the time left. The run may begin",
      "later, end, and go on."
    })
public final class WatchCommand implements Callable<Integer> {

  private static final int MOST_PORT = 65_535;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The run's folder; it need not be there yet.")
  private Path folder;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "Where it listens; 0.0.0.0 is everywhere (default: ${DEFAULT-VALUE}).")
  private String host;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "" + WatchServer.PORT,
      description = "The port; 0 takes a free one (default: ${DEFAULT-VALUE}).")
  private int port;

  static boolean isPort(int number) {
    return number >= 0 && number <= MOST_PORT;
  }

  @Override
  public Integer call() throws IOException {
    if (!isPort(port)) {
      throw new ParameterException(
          spec.commandLine(), "--port must be 0 to " + MOST_PORT + ", not " + port);
    }
    requireFolder();
    PrintWriter out = spec.commandLine().getOut();
    try (StopSignal stop = new StopSignal();
        WatchServer server = new WatchServer(folder, host, port, Instant.MIN)) {
      server.start();
      out.println("watching    " + Printable.line(folder.toString()) + " at " + server.address());
      out.flush();
      stop.await();
      stop.succeeded();
    }
    return 0;
  }

  private void requireFolder() throws IOException {
    if (folder.toString().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "DIR is empty; name the run's folder, or . for this one");
    }
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new IOException(folder + " is a file, but a run's folder is to be watched");
    }
    if (Files.exists(folder) && !(Files.isReadable(folder) && Files.isExecutable(folder))) {
      throw new IOException(folder + " may not be read by this user");
    }
    if (!Files.exists(folder)) {
      spec.commandLine().getErr().println(folder + " does not exist yet; waiting for it");
    }
  }
}
