package io.incrt.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.base.Statistics;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.data.json.Json;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** What only a process of its own can show: start-up and memory. */
final class ProcessParts {

  private static final int MEMORY_STEPS = 6;

  private ProcessParts() {}

  /** This JVM's java with its options, to run a main class of this class path. */
  static List<String> java(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // As ./incrt has them.
    command.addAll(
        List.of(
            "-XX:+UseParallelGC",
            "-Xms128m",
            "-XX:NewSize=64m",
            "-XX:InitialSurvivorRatio=4",
            "-XX:GCTimeRatio=19"));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Starts {@code predict} on one record, over and over. */
  static Results.Start start(List<String> incrt, Path model, Path folder, int starts)
      throws IOException {
    int length = 66;
    Path data = folder.resolve("one.fasta");
    Files.writeString(data, ">one\n" + PredictPart.dna(new Random(2), length) + "\n");
    // Builds what has to be built, which is no part of starting.
    run(fresh(append(incrt, "--version")));
    List<String> command = append(incrt, "predict", "--model", model.toString());
    command.addAll(List.of("--data", data.toString()));
    double first = 0;
    double[] warm = new double[starts];
    for (int i = -1; i < starts; i++) {
      long from = System.nanoTime();
      run(fresh(command));
      double taken = (System.nanoTime() - from) / 1e9;
      if (i < 0) {
        first = taken;
      } else {
        warm[i] = taken;
      }
    }
    return new Results.Start("predict, one record", first, Statistics.median(warm));
  }

  private static ProcessBuilder fresh(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    Peer.asAUserWould(builder);
    return builder;
  }

  private static List<String> append(List<String> command, String... more) {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(more));
    return all;
  }

  /** What training steps hold in a process of their own; empty where the system does not say. */
  static Optional<Results.Memory> memory(Size size, int threads, Optional<Peer> peer)
      throws IOException {
    String printed =
        run(
            new ProcessBuilder(
                java(
                    MemoryProbe.class.getName(),
                    size.preset().name(),
                    String.valueOf(size.width()),
                    String.valueOf(size.keyDimensions()),
                    String.valueOf(size.heads()),
                    String.valueOf(size.length()),
                    String.valueOf(size.pooling()),
                    String.valueOf(size.batch()),
                    String.valueOf(MEMORY_STEPS),
                    String.valueOf(threads))));
    JsonNode probed = Json.mapper().readTree(printed);
    if (probed.path("peak").asLong() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new Results.Memory(
            size,
            probed.path("peak").asLong() - probed.path("before").asLong(),
            Costs.neededBytes(size),
            probed.path("before").asLong(),
            probed.path("heap").asLong(),
            peer.isPresent() ? peer.get().memory(size, MEMORY_STEPS) : null));
  }

  private static String run(ProcessBuilder builder) throws IOException {
    Path errors = Files.createTempFile("incrt", ".err");
    try {
      Process process =
          builder
              .redirectInput(ProcessBuilder.Redirect.from(nothing()))
              .redirectError(errors.toFile())
              .start();
      StringBuilder printed = new StringBuilder();
      try (BufferedReader reader = process.inputReader()) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          printed.append(line).append('\n');
        }
      }
      int code = process.waitFor();
      if (code != 0) {
        throw new IOException(
            String.join(" ", builder.command())
                + " ended with "
                + code
                + ": "
                + Files.readString(errors));
      }
      return printed.toString();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + builder.command().get(0), e);
    } finally {
      Files.delete(errors);
    }
  }

  private static File nothing() {
    return new File(System.getProperty("os.name").startsWith("Windows") ? "NUL" : "/dev/null");
  }
}
