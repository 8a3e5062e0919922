package io.incrt.cli.launch;

import io.incrt.cli.console.StopSignal;
import io.incrt.train.group.Member;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code incrt launch}. */
@Command(
    name = "launch",
    description = {
      "Trains one network by several processes of this machine, its ranks.",
      "Each computes its share of every batch. Where one is lost all end and say",
      "which; with --restarts they begin again from the last checkpoint. On several",
      "machines torchrun --no-python or srun start ./incrt train (docs/ranks.md)."
    })
public final class LaunchCommand implements Callable<Integer> {

  private static final String HOST = "127.0.0.1";

  @Spec private CommandSpec spec;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      required = true,
      description = "How many processes; the cores are shared among them.")
  private int ranks;

  @Option(
      names = "--restarts",
      paramLabel = "N",
      defaultValue = "0",
      description = "How often to begin again where a rank is lost (default: ${DEFAULT-VALUE}).")
  private int restarts;

  @Option(
      names = "--rank-timeout",
      paramLabel = "S",
      defaultValue = "300",
      description = {
        "The seconds after which a rank that does not answer counts as lost",
        "(default: ${DEFAULT-VALUE})."
      })
  private int patience;

  @Parameters(
      paramLabel = "train OPTION",
      arity = "1..*",
      description = "The training, as it is without launch.")
  private List<String> command;

  @Override
  public Integer call() throws IOException, InterruptedException {
    requirePossible();
    PrintWriter notes = spec.commandLine().getErr();
    try (StopSignal signal = new StopSignal()) {
      for (int attempt = 0; ; attempt++) {
        Ranks.End end = run(attempt, signal);
        boolean again =
            !end.why().isEmpty()
                && end.code() != ExitCode.USAGE
                && attempt < restarts
                && !signal.isRaised();
        if (!again) {
          return ended(end, signal, notes);
        }
        notes.println(
            "incrt: "
                + end.why()
                + "; beginning again from the last checkpoint ("
                + (attempt + 1)
                + " of "
                + restarts
                + ")");
        notes.flush();
      }
    }
  }

  private static int ended(Ranks.End end, StopSignal signal, PrintWriter notes) {
    if (end.why().isEmpty()) {
      // Done, or stopped by a signal to this process or to a rank.
      signal.succeeded();
      return end.code();
    }
    boolean advised = end.code() == ExitCode.USAGE || end.why().contains("--resume");
    notes.println("incrt: " + end.why() + (advised || !isLost(end) ? "" : "; --resume goes on"));
    notes.flush();
    signal.failed();
    return end.code() == ExitCode.USAGE ? ExitCode.USAGE : ExitCode.SOFTWARE;
  }

  private static boolean isLost(Ranks.End end) {
    return end.why().contains("was killed");
  }

  private Ranks.End run(int attempt, StopSignal signal) throws IOException, InterruptedException {
    try (Ranks started =
        new Ranks(
            commandLine(attempt),
            environments(attempt),
            spec.commandLine().getOut(),
            spec.commandLine().getErr())) {
      Thread stopping =
          new Thread(
              () -> {
                signal.await();
                started.stop();
              },
              "incrt-stop");
      stopping.setDaemon(true);
      stopping.start();
      return started.await();
    }
  }

  private void requirePossible() {
    if (ranks < 1 || restarts < 0 || patience < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--ranks and --rank-timeout must be 1 or more, and --restarts not negative");
    }
    if (!command.get(0).equals("train")) {
      throw new ParameterException(
          spec.commandLine(),
          "only train is done by several processes, not '"
              + command.get(0)
              + "'; write ./incrt launch --ranks N train OPTION…");
    }
    // What is wrong with its options need not be said by every rank.
    CommandLine training = spec.root().commandLine().getSubcommands().get("train");
    training.parseArgs(command.subList(1, command.size()).toArray(String[]::new));
  }

  /** This program's own command line with other arguments. */
  private List<String> commandLine(int attempt) {
    List<String> line = new ArrayList<>();
    line.add(ProcessHandle.current().info().command().orElse("java"));
    line.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    // What a rank says is passed on line by line.
    line.add("-Dincrt.terminal=false");
    line.add("-cp");
    line.add(System.getProperty("java.class.path"));
    line.add("io.incrt.cli.Main");
    if (attempt == 0) {
      line.addAll(command);
    } else {
      command.stream().filter(word -> !word.equals("--overwrite")).forEach(line::add);
      if (!command.contains("--resume")) {
        line.add("--resume");
      }
    }
    return line;
  }

  private List<Map<String, String>> environments(int attempt) throws IOException {
    int port = freePort();
    int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / ranks);
    List<String> gpus = Gpus.found();
    List<Map<String, String>> all = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      Map<String, String> own = new LinkedHashMap<>();
      own.put("RANK", String.valueOf(rank));
      own.put("LOCAL_RANK", String.valueOf(rank));
      own.put("WORLD_SIZE", String.valueOf(ranks));
      own.put("LOCAL_WORLD_SIZE", String.valueOf(ranks));
      own.put("MASTER_ADDR", HOST);
      own.put("MASTER_PORT", String.valueOf(port));
      own.put("TORCHELASTIC_RESTART_COUNT", String.valueOf(attempt));
      own.put(Member.PATIENCE, String.valueOf(patience));
      own.put(Joining.LAUNCHED, "1");
      // That a connection is lost is said by the ranks, in their own words.
      own.put("TORCH_CPP_LOG_LEVEL", "ERROR");
      if (System.getenv("OMP_NUM_THREADS") == null) {
        own.put("OMP_NUM_THREADS", String.valueOf(threads));
      }
      if (!gpus.isEmpty()) {
        own.put("CUDA_VISIBLE_DEVICES", gpus.get(rank % gpus.size()));
      }
      all.add(own);
    }
    return all;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
