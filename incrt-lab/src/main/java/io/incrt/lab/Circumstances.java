package io.incrt.lab;

import com.fasterxml.jackson.core.type.TypeReference;
import io.incrt.base.file.DurableFiles;
import io.incrt.data.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a result came about, as {@code about.json} has it for each experiment.
 *
 * @param command what was typed
 * @param date the day it ended, UTC
 * @param machine processor, cores, Java, and the device where it is not the processor
 * @param seconds how long it took; less where networks trained earlier were there already
 */
public record Circumstances(String command, String date, String machine, long seconds) {

  private static final String FILE = "about.json";

  /**
   * Of an experiment that has just ended.
   *
   * @param gpu whether it was computed on one
   */
  public static Circumstances now(String command, boolean gpu, long seconds) {
    return new Circumstances(
        command, LocalDate.now(ZoneOffset.UTC).toString(), machine(gpu), seconds);
  }

  private static String machine(boolean gpu) {
    // Not every system has these files; the architecture must do then.
    String processor =
        field(Path.of("/proc/cpuinfo"), "model name").orElse(System.getProperty("os.arch"));
    return processor
        + ", "
        + Runtime.getRuntime().availableProcessors()
        + " cores, Java "
        + Runtime.version().feature()
        + (gpu ? ", " + firstGpu(Path.of("/proc/driver/nvidia/gpus")).orElse("a GPU") : "");
  }

  /** The first GPU by name, as its driver lists them. */
  static Optional<String> firstGpu(Path listed) {
    try (Stream<Path> gpus = Files.list(listed)) {
      return gpus.sorted().findFirst().flatMap(gpu -> field(gpu.resolve("information"), "Model"));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> field(Path file, String name) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(name))
          .findFirst()
          .map(line -> line.substring(line.indexOf(':') + 1).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Notes them for an experiment, beside those of others. */
  public void write(Path directory, String experiment) throws IOException {
    Map<String, Circumstances> all = new LinkedHashMap<>(read(directory));
    all.put(experiment, this);
    DurableFiles.write(directory.resolve(FILE), Json.pretty(all).getBytes(StandardCharsets.UTF_8));
  }

  /** What is known of the results in a folder, by experiment. */
  static Map<String, Circumstances> read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    return Files.exists(file)
        ? Json.mapper()
            .readValue(
                Files.readAllBytes(file),
                new TypeReference<LinkedHashMap<String, Circumstances>>() {})
        : Map.of();
  }
}
