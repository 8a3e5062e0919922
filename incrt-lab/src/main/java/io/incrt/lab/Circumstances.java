package io.incrt.lab;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.incrt.network.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a result came about, as {@code about.json} has it for each experiment.
 *
 * @param command what was typed
 * @param date the day it ended, UTC
 * @param machine processor, cores, Java, and the device where it is not the processor
 * @param seconds how long it took; less where networks trained earlier were there already
 */
public record Circumstances(String command, String date, String machine, long seconds) {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final String FILE = "about.json";

  /** Of an experiment that has just ended. */
  public static Circumstances now(String command, String device, long seconds) {
    return new Circumstances(
        command, LocalDate.now(ZoneOffset.UTC).toString(), machine(device), seconds);
  }

  private static String machine(String device) {
    String processor = System.getProperty("os.arch");
    try {
      for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
        if (line.startsWith("model name")) {
          processor = line.substring(line.indexOf(':') + 1).strip();
          break;
        }
      }
    } catch (IOException e) {
      // Not every system has it; the architecture must do.
    }
    return processor
        + ", "
        + Runtime.getRuntime().availableProcessors()
        + " cores, Java "
        + Runtime.version().feature()
        + (device.isEmpty() ? "" : ", " + device);
  }

  /** Notes them for an experiment, beside those of others. */
  public void write(Path directory, String experiment) throws IOException {
    Map<String, Circumstances> all = new LinkedHashMap<>(read(directory));
    all.put(experiment, this);
    DurableFiles.write(directory.resolve(FILE), JSON.writeValueAsBytes(all));
  }

  /** What is known of the results in a folder, by experiment. */
  static Map<String, Circumstances> read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    return Files.exists(file)
        ? JSON.readValue(
            Files.readAllBytes(file), new TypeReference<LinkedHashMap<String, Circumstances>>() {})
        : Map.of();
  }
}
