package io.incrt.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.base.Statistics;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.bench.measure.RankSteps;
import io.incrt.data.json.Json;
import io.incrt.lab.experiment.MarkdownTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One network trained by as many processes as there are cores, by one process with as many threads,
 * and by as many of PyTorch's DistributedDataParallel. They take turns, in processes of their own;
 * ours are watched by the Homeostat.
 */
final class BesideDdp {

  private static final int ROUNDS = 3;
  private static final double SECONDS = 6;
  private static final int LEAST = 10;
  private static final int MOST = 100;

  private final List<String> peer;
  private final int ranks;
  private final Consumer<String> progress;

  /**
   * A comparison to come.
   *
   * @param peer benchmarks/peer_pytorch.py with its Python
   * @param ranks the processes, each with one thread
   */
  BesideDdp(List<String> peer, int ranks, Consumer<String> progress) {
    this.peer = List.copyOf(peer);
    this.ranks = ranks;
    this.progress = progress;
  }

  /** The medians of the rounds, of each the median step, as a table. */
  String run(List<Size> sizes) throws IOException {
    MarkdownTable table =
        new MarkdownTable(
            "network",
            "batch",
            "one process, " + ranks + " threads (ms)",
            ranks + " processes (ms)",
            "DistributedDataParallel, " + ranks + " processes (ms)",
            "its time / ours");
    for (Size size : sizes) {
      double guess = median(ours(size, 1, ranks, LEAST));
      int steps = (int) Math.max(LEAST, Math.min(MOST, SECONDS * 1e3 / guess));
      double[] one = new double[ROUNDS];
      double[] several = new double[ROUNDS];
      double[] rival = new double[ROUNDS];
      for (int i = 0; i < ROUNDS; i++) {
        progress.accept("round " + (i + 1) + " of " + ROUNDS + ", " + Tables.name(size));
        one[i] = median(ours(size, 1, ranks, steps));
        several[i] = median(ours(size, ranks, 1, steps));
        rival[i] = median(theirs(size, steps));
      }
      table.row(
          Tables.name(size),
          size.batch(),
          Tables.f(median(one), 1),
          Tables.f(median(several), 1),
          Tables.f(median(rival), 1),
          Tables.f(median(rival) / median(several), 2));
    }
    return table.toString();
  }

  private static double median(double... values) {
    return Statistics.median(values);
  }

  private double[] ours(Size size, int processes, int threads, int steps) throws IOException {
    List<String> command =
        new ArrayList<>(
            ProcessParts.java(
                RankSteps.class.getName(), String.valueOf(threads), size.preset().name()));
    for (int number :
        new int[] {
          size.width(),
          size.keyDimensions(),
          size.heads(),
          size.length(),
          size.pooling(),
          size.batch(),
          steps,
          steps
        }) {
      command.add(String.valueOf(number));
    }
    List<Double> times = new ArrayList<>();
    for (String line : lines(command, processes, threads, false)) {
      if (line.startsWith(RankSteps.MILLISECONDS)) {
        times.add(Double.parseDouble(line.substring(RankSteps.MILLISECONDS.length())));
      }
    }
    return array(times);
  }

  private double[] theirs(Size size, int steps) throws IOException {
    List<String> command = new ArrayList<>(peer);
    command.addAll(
        List.of(
            "--threads",
            "1",
            "--ddp",
            Json.line(Peer.question(size, steps, size.preset().settings()).put("warmUp", steps))));
    List<Double> times = new ArrayList<>();
    for (String line : lines(command, ranks, 1, true)) {
      if (line.startsWith("{")) {
        JsonNode said = Json.mapper().readTree(line);
        if (said.has("error")) {
          throw new IOException(said.get("error").asText());
        }
        said.path("milliseconds").forEach(time -> times.add(time.asDouble()));
      }
    }
    return array(times);
  }

  private static double[] array(List<Double> times) throws IOException {
    if (times.isEmpty()) {
      throw new IOException("processes that were to be measured ended without a figure");
    }
    return times.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** What rank 0 of so many processes prints. */
  private static List<String> lines(
      List<String> command, int processes, int threads, boolean asAUserWould) throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    List<Process> started = new ArrayList<>();
    try {
      for (int rank = 0; rank < processes; rank++) {
        ProcessBuilder builder =
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        if (asAUserWould) {
          Peer.asAUserWould(builder);
        }
        builder
            .environment()
            .putAll(
                Map.of(
                    "RANK", String.valueOf(rank),
                    "WORLD_SIZE", String.valueOf(processes),
                    "MASTER_ADDR", "127.0.0.1",
                    "MASTER_PORT", String.valueOf(port),
                    "OMP_NUM_THREADS", String.valueOf(threads)));
        if (rank > 0) {
          builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        }
        started.add(builder.start());
      }
      List<String> lines;
      try (BufferedReader reader = started.get(0).inputReader()) {
        lines = reader.lines().toList();
      }
      for (Process process : started) {
        process.waitFor();
      }
      return lines;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for processes", e);
    } finally {
      started.forEach(Process::destroyForcibly);
    }
  }
}
