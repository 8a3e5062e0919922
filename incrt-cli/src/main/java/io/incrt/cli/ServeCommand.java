package io.incrt.cli;

import io.incrt.base.Printable;
import io.incrt.cli.console.Problems;
import io.incrt.cli.console.StopSignal;
import io.incrt.cli.serve.AccessOptions;
import io.incrt.cli.serve.LimitOptions;
import io.incrt.serve.PredictionServer;
import io.incrt.serve.access.AccessEntry;
import io.incrt.serve.access.AccessLog;
import io.incrt.serve.model.LoadedModel;
import io.incrt.serve.model.ModelCard;
import io.incrt.serve.reload.Loader;
import io.incrt.serve.reload.LoadingAhead;
import io.incrt.serve.reload.ModelFolders;
import io.incrt.serve.reload.ReloadListener;
import io.incrt.serve.settings.ServerSettings;
import io.incrt.serve.settings.ServerSettingsBuilder;
import io.incrt.tensor.Libtorch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code incrt serve}. */
@Command(
    name = "serve",
    description = "Answers over HTTP: the Open Inference Protocol, JSON, lines, and a page.")
final class ServeCommand implements Callable<Integer> {

  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}";

  @Spec private CommandSpec spec;

  @Option(
      names = "--model",
      paramLabel = "DIR",
      required = true,
      arity = "1..*",
      description = {
        "The folders of models, each as DIR or NAME=DIR; a model is asked by its name, which is",
        "that of its folder unless given. Who names none asks the first."
      })
  private List<String> models;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "Where it listens; 0.0.0.0 is everywhere (default: ${DEFAULT-VALUE}).")
  private String host;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8080",
      description = "The port; 0 takes a free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Mixin private LimitOptions limits;

  @Mixin private AccessOptions access;

  @Mixin private DeviceOption where;

  @Override
  public Integer call() throws IOException {
    Map<String, Path> folders = folders();
    AccessOptions.Access allowed = access.applyTo(chosen(), System.getenv());
    ServerSettings settings = allowed.settings();
    Told told = new Told(access.logsToStandardOutput());
    allowed.warnings().forEach(told::warn);
    Optional<AccessLog> log = access.log();
    Loader loader = folder -> LoadedModel.load(folder, where.device());
    Map<String, LoadingAhead> ahead = new LinkedHashMap<>();
    folders.forEach((name, folder) -> ahead.put(name, new LoadingAhead(folder, loader)));
    try (StopSignal stop = new StopSignal();
        AccessLog closed = log.orElse(null);
        PredictionServer server =
            new PredictionServer(
                settings,
                List.copyOf(folders.keySet()),
                Libtorch::workers,
                allowed.identity(),
                log.<Consumer<AccessEntry>>map(own -> own).orElse(entry -> {}))) {
      if (closed != null) {
        server.count("incrt.access.log.lost", "Lines of the access log not written", closed::lost);
      }
      server.start();
      told.say("listening  " + address(settings, server.port()));
      ModelFolders models = server.folders(loader, told);
      for (Map.Entry<String, LoadingAhead> model : ahead.entrySet()) {
        ModelCard card = models.take(model.getKey(), model.getValue());
        told.say("ready", model.getKey(), card);
      }
      server.watch(models, told);
      stop.await();
      if (server.drain()) {
        stop.succeeded();
      } else {
        told.warn("some requests were not answered within --grace");
      }
    }
    return 0;
  }

  /** The settings that the options ask for; a number out of its range is a wrong use of them. */
  private ServerSettings chosen() {
    try {
      return ServerSettingsBuilder.builder(limits.settings(threads()))
          .host(host)
          .port(port)
          .build();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private static String address(ServerSettings settings, int port) {
    String named = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
    return (settings.tls().isPresent() ? "https" : "http") + "://" + named + ":" + port;
  }

  /** What is said while it runs: on standard output, unless that is the access log's. */
  private final class Told implements ReloadListener {

    private final PrintWriter out;
    private final PrintWriter err = spec.commandLine().getErr();

    Told(boolean outputIsTaken) {
      this.out = outputIsTaken ? err : spec.commandLine().getOut();
    }

    void say(String said) {
      out.println(Printable.line(said));
      out.flush();
    }

    void say(String what, String name, ModelCard card) {
      say(String.format("%-10s %s: %d classes", what, name, card.labels().size()));
    }

    void warn(String problem) {
      err.println("incrt: " + Printable.line(problem));
      err.flush();
    }

    @Override
    public void reloaded(String name, ModelCard card) {
      say("reloaded", name, card);
    }

    @Override
    public void kept(String name, Path folder, Throwable problem) {
      warn(
          "the model "
              + name
              + " stays as it was, since "
              + folder
              + " cannot be loaded: "
              + Problems.inOneLine(problem));
    }

    @Override
    public void renewed() {
      say("reloaded   the certificate");
    }

    @Override
    public void identityKept(Throwable problem) {
      warn("the certificate stays as it was: " + Problems.inOneLine(problem));
    }
  }

  /** As many as OMP_NUM_THREADS says, or one per processor. */
  private static int threads() {
    String wanted = System.getenv("OMP_NUM_THREADS");
    return wanted != null && wanted.matches("[1-9][0-9]{0,2}")
        ? Integer.parseInt(wanted)
        : Runtime.getRuntime().availableProcessors();
  }

  private Map<String, Path> folders() {
    Map<String, Path> folders = new LinkedHashMap<>();
    for (String model : models) {
      int sign = Files.exists(Path.of(model)) ? -1 : model.indexOf('=');
      Path folder = Path.of(model.substring(sign + 1));
      String name =
          sign > 0
              ? model.substring(0, sign)
              : String.valueOf(folder.toAbsolutePath().normalize().getFileName());
      if (!name.matches(NAME)) {
        throw usage(
            "'" + name + "' cannot be asked for in an address; give a name as NAME=" + folder);
      }
      if (folders.put(name, folder) != null) {
        throw usage("two models are called " + name + "; name one as NAME=" + folder);
      }
    }
    return folders;
  }

  private ParameterException usage(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }
}
