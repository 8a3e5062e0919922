package io.incrt.cli;

import io.incrt.cli.console.StopSignal;
import io.incrt.serve.PredictionServer;
import io.incrt.serve.model.LoadedModel;
import io.incrt.serve.settings.ServerSettings;
import io.incrt.serve.settings.ServerSettingsBuilder;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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

  @Mixin private ServeOptions options;

  @Mixin private DeviceOption where;

  @Override
  public Integer call() throws IOException {
    Map<String, Path> folders = folders();
    ServerSettings settings =
        ServerSettingsBuilder.builder(options.settings(threads())).host(host).port(port).build();
    PrintWriter out = spec.commandLine().getOut();
    try (StopSignal stop = new StopSignal();
        PredictionServer server =
            new PredictionServer(settings, List.copyOf(folders.keySet()), Libtorch::workers)) {
      server.start();
      out.printf("listening  http://%s:%d%n", host, server.port());
      out.flush();
      Device device = where.device();
      for (Map.Entry<String, Path> folder : folders.entrySet()) {
        LoadedModel model = LoadedModel.load(folder.getValue(), device);
        server.put(folder.getKey(), model);
        out.printf("ready      %s: %d classes%n", folder.getKey(), model.card().labels().size());
        out.flush();
      }
      stop.await();
      if (server.drain()) {
        stop.succeeded();
      } else {
        spec.commandLine()
            .getErr()
            .println("incrt: some requests were not answered within --grace");
      }
    }
    return 0;
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
