package io.incrt.bench.scale;

import io.incrt.base.Statistics;
import io.incrt.bench.measure.MeasuredSteps.Size;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Starts real processes on this machine, and reads what they measured. */
final class RealRanks {

  private final Function<String[], List<String>> java;

  /** By a command that runs a main class of this class path. */
  RealRanks(Function<String[], List<String>> java) {
    this.java = java;
  }

  /**
   * How many steps.
   *
   * @param before those that are not timed, while Java compiles
   * @param steps those that are
   */
  record Count(int before, int steps) {

    /** From one check to the next: steps are timed in whole ones. */
    private static final int ROUND = 10;

    private static final int LEAST_BEFORE = 10;

    /** For so many seconds before, and as many that count. */
    static Count of(double seconds, double step) {
      int rounds = (int) Math.ceil(seconds / step / ROUND);
      return new Count(Math.max(LEAST_BEFORE, rounds * ROUND), rounds * ROUND);
    }
  }

  /** The seconds of sums of so many bytes, in their order. */
  List<LinkFit.Timed> sums(int processes, List<Integer> bytes) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("sum"));
    bytes.forEach(one -> arguments.add(String.valueOf(one)));
    double[] seconds = run(processes, arguments);
    List<LinkFit.Timed> timed = new ArrayList<>();
    for (int i = 0; i < seconds.length; i++) {
      timed.add(new LinkFit.Timed(processes, bytes.get(i), seconds[i]));
    }
    return timed;
  }

  /** The mean seconds of the steps of processes that train jointly. */
  double steps(int processes, Size size, Count count) throws IOException {
    return Statistics.mean(run(processes, trained("steps", size, count)));
  }

  /** The same of processes that run at the same time, each for itself. */
  double aside(int processes, Size size, Count count) throws IOException {
    return Statistics.mean(run(processes, trained("aside", size, count)));
  }

  private static List<String> trained(String how, Size size, Count count) {
    return List.of(
        how,
        String.valueOf(count.steps),
        size.preset().name(),
        String.valueOf(size.width()),
        String.valueOf(size.keyDimensions()),
        String.valueOf(size.heads()),
        String.valueOf(size.length()),
        String.valueOf(size.pooling()),
        String.valueOf(size.batch()),
        String.valueOf(count.before));
  }

  private double[] run(int processes, List<String> arguments) throws IOException {
    int port = port();
    List<Process> started = new ArrayList<>();
    List<Path> errors = new ArrayList<>();
    try {
      for (int rank = 0; rank < processes; rank++) {
        List<String> all = new ArrayList<>(List.of(RankProbe.class.getName()));
        all.addAll(List.of(String.valueOf(rank), String.valueOf(processes), String.valueOf(port)));
        all.addAll(arguments);
        Path said = Files.createTempFile("incrt-rank", ".err");
        errors.add(said);
        ProcessBuilder builder =
            new ProcessBuilder(java.apply(all.toArray(String[]::new))).redirectError(said.toFile());
        builder.environment().put("OMP_NUM_THREADS", "1");
        builder.environment().put("MKL_NUM_THREADS", "1");
        started.add(builder.start());
      }
      List<Double> seconds = new ArrayList<>();
      try (BufferedReader reader = started.get(0).inputReader()) {
        reader
            .lines()
            .filter(line -> line.startsWith(RankProbe.SECONDS))
            .forEach(
                line ->
                    seconds.add(Double.parseDouble(line.substring(RankProbe.SECONDS.length()))));
      }
      for (int rank = 0; rank < processes; rank++) {
        int code = started.get(rank).waitFor();
        if (code != 0) {
          throw new IOException(
              "rank " + rank + " ended with " + code + ": " + Files.readString(errors.get(rank)));
        }
      }
      return seconds.stream().mapToDouble(one -> one).toArray();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for processes", e);
    } finally {
      started.forEach(Process::destroyForcibly);
      for (Path said : errors) {
        Files.deleteIfExists(said);
      }
    }
  }

  /** One that is free now; who else takes it before rank 0 does makes the run fail. */
  private static int port() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
