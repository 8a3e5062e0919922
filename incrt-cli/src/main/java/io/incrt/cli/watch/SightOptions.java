package io.incrt.cli.watch;

import io.incrt.serve.watch.WatchServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options that let others than this terminal see a run. */
public final class SightOptions {

  private static final String HOST = "127.0.0.1";
  private static final int ANY_PORT = -1;

  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--tensorboard",
      description = "Writes what TensorBoard shows into DIR/tensorboard.")
  private boolean tensorBoard;

  @Option(
      names = "--watch",
      paramLabel = "PORT",
      arity = "0..1",
      fallbackValue = "" + ANY_PORT,
      description = {
        "Serves a page that follows the run, as incrt watch does: at that port, or at "
            + WatchServer.PORT,
        "or another that is free."
      })
  private Integer port;

  /** Begins to show what is trained into a folder. */
  public Sight begin(Path out, PrintWriter notes) throws IOException {
    if (port != null && port != ANY_PORT && !WatchCommand.isPort(port)) {
      throw new ParameterException(
          command.commandLine(), "--watch takes a port from 0 to 65535, not " + port);
    }
    Optional<WatchServer> server = port == null ? Optional.empty() : Optional.of(started(out));
    server.ifPresent(one -> notes.println("watch it at " + one.address()));
    return new Sight(tensorBoard, server);
  }

  /** A training does not fail for want of the usual port. */
  private WatchServer started(Path out) throws IOException {
    Instant now = Instant.now();
    WatchServer usual = new WatchServer(out, HOST, port == ANY_PORT ? WatchServer.PORT : port, now);
    try {
      usual.start();
      return usual;
    } catch (WatchServer.PortTakenException e) {
      if (port != ANY_PORT) {
        throw e;
      }
      WatchServer other = new WatchServer(out, HOST, 0, now);
      other.start();
      return other;
    }
  }
}
