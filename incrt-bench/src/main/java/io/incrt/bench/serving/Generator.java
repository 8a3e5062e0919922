package io.incrt.bench.serving;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.incrt.bench.load.LoadGenerator;
import io.incrt.bench.load.LoadPlan;
import io.incrt.bench.load.LoadReport;
import io.incrt.data.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A load generator in a process of its own. */
final class Generator implements AutoCloseable {

  /** The most connections of an open loop. */
  static final int CONNECTIONS = 256;

  private static final double PATIENCE = 30;

  private final Child process;
  private final LoadPlan plan;
  private final Path file;

  private Generator(Child process, LoadPlan plan, Path file) {
    this.process = process;
    this.plan = plan;
    this.file = file;
  }

  /** Asks anew on each of so many connections once it has its answer. */
  static LoadPlan closed(
      int port, String path, Path cases, int concurrency, double warm, double seconds) {
    return new LoadPlan(port, path, cases.toString(), concurrency, 0, warm, seconds, PATIENCE, 1);
  }

  /** Asks so many times a second. */
  static LoadPlan open(int port, Path cases, double rate, double warm, double seconds) {
    return new LoadPlan(
        port, "/predict", cases.toString(), CONNECTIONS, rate, warm, seconds, PATIENCE, 1);
  }

  /** Runs one to its end. */
  static LoadReport run(LoadPlan plan) throws IOException {
    try (Generator generator = start(plan)) {
      return generator.report();
    }
  }

  static Generator start(LoadPlan plan) throws IOException {
    Path file = Files.createTempFile("incrt-load", ".json");
    Files.write(file, Json.bytes(plan));
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            // It is there before the server has warmed up, and leaves it the processors.
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            LoadGenerator.class.getName(),
            file.toString());
    return new Generator(Child.start("the load generator", command, Map.of()), plan, file);
  }

  /** Tells it that it is over. */
  void stop() throws IOException {
    process.endInput();
  }

  /** What it counted, once it is over. */
  LoadReport report() throws IOException {
    double longest = plan.warmSeconds() + plan.seconds() + plan.patienceSeconds() + PATIENCE;
    String printed = process.output(Duration.ofSeconds((long) longest));
    try {
      return Json.mapper().readValue(printed, LoadReport.class);
    } catch (JsonProcessingException e) {
      throw new IOException("the load generator said: " + printed, e);
    }
  }

  @Override
  public void close() throws IOException {
    process.close();
    Files.delete(file);
  }
}
