package io.incrt.store;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.PlainFiles;
import io.incrt.data.json.Json;
import io.incrt.event.Certificate;
import io.incrt.event.GrowthEvent;
import io.incrt.event.Moment;
import io.incrt.event.Validation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes and reads the files about a run in a model's folder; nothing else does. */
public final class RunFiles {

  private static final String GROWTH = "growth.jsonl";
  private static final String METRICS = "metrics.jsonl";
  private static final String HISTORY = "history.jsonl";
  private static final String CERTIFICATE = "certificate.json";
  private static final String EVALUATION = "evaluation.json";

  /** What is added to a finished model. */
  static final String EXPLAINED = "explained.json";

  /** The names of the files. */
  static final List<String> NAMES = List.of(GROWTH, METRICS, HISTORY, EVALUATION, CERTIFICATE);

  private RunFiles() {}

  /**
   * The log of a run.
   *
   * @param growth the changes of the architecture
   * @param metrics every validation
   * @param history some hundred moments; none in folders of older versions
   * @param certificate why the architecture stopped changing
   */
  public record RunLog(
      List<GrowthEvent> growth,
      List<Validation> metrics,
      List<Moment> history,
      Certificate certificate) {

    /** The log of a model that was not trained in a run. */
    public static final RunLog EMPTY =
        new RunLog(List.of(), List.of(), List.of(), Certificate.NONE);

    /** Copies the lists. */
    public RunLog {
      growth = List.copyOf(growth);
      metrics = List.copyOf(metrics);
      history = List.copyOf(history);
    }

    /** Whether the architecture changed at a step or after it. */
    public boolean grewSince(long step) {
      return growth.stream()
          .filter(
              event ->
                  !(event instanceof GrowthEvent.Settled
                      || event instanceof GrowthEvent.TaskChanged))
          .anyMatch(event -> event.step() >= step);
    }
  }

  /**
   * The content of the files by name.
   *
   * @param evaluation the content of evaluation.json
   */
  static Map<String, byte[]> contents(RunLog log, Object evaluation) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    // Jackson looks for the type of an event in the declared type of a list, which erasure loses.
    texts.put(GROWTH, lines(log.growth(), GrowthEvent.class));
    texts.put(METRICS, lines(log.metrics(), Validation.class));
    texts.put(HISTORY, lines(log.history(), Moment.class));
    texts.put(EVALUATION, Json.pretty(evaluation));
    texts.put(CERTIFICATE, Json.pretty(log.certificate()));
    Map<String, byte[]> contents = new LinkedHashMap<>();
    texts.forEach((name, text) -> contents.put(name, text.getBytes(StandardCharsets.UTF_8)));
    return contents;
  }

  private static <T> String lines(List<T> values, Class<T> type) throws IOException {
    StringBuilder text = new StringBuilder();
    for (T value : values) {
      text.append(Json.mapper().writerFor(type).writeValueAsString(value)).append('\n');
    }
    return text.toString();
  }

  /** Reads the log of a model's folder. */
  public static RunLog read(Path folder) throws IOException {
    return ModelFolder.open(folder).log();
  }

  static RunLog read(Path folder, Map<String, byte[]> files) {
    return new RunLog(
        lines(folder, GROWTH, files, GrowthEvent.class),
        lines(folder, METRICS, files, Validation.class),
        lines(folder, HISTORY, files, Moment.class),
        readObject(folder, CERTIFICATE, files, Certificate.class).orElse(Certificate.NONE));
  }

  static <T> Optional<T> evaluation(Path folder, Map<String, byte[]> files, Class<T> type) {
    return readObject(folder, EVALUATION, files, type);
  }

  static <T> Optional<T> explained(Path folder, Map<String, byte[]> files, Class<T> type) {
    return readObject(folder, EXPLAINED, files, type);
  }

  private static <T> List<T> lines(
      Path folder, String name, Map<String, byte[]> files, Class<T> type) {
    List<T> values = new ArrayList<>();
    if (files.containsKey(name)) {
      Path file = folder.resolve(name);
      PlainFiles.text(file.toString(), files.get(name))
          .lines()
          .forEach(line -> values.add(parse(file, values.size() + 1, line, type)));
    }
    return values;
  }

  private static <T> Optional<T> readObject(
      Path folder, String name, Map<String, byte[]> files, Class<T> type) {
    Path file = folder.resolve(name);
    return files.containsKey(name)
        ? Optional.of(parse(file, 1, PlainFiles.text(file.toString(), files.get(name)), type))
        : Optional.empty();
  }

  private static <T> T parse(Path file, int line, String text, Class<T> type) {
    // Other versions may write more fields, which are ignored. Fields they lack are null or 0.
    ObjectReader reader =
        Json.mapper().readerFor(type).without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    try {
      T value = reader.readValue(text);
      if (value == null) {
        throw new CorruptFileException(file + ":" + line + ": the file is damaged: it says null");
      }
      return value;
    } catch (JsonProcessingException e) {
      // A document over several lines knows better where it is; of a log each line is one.
      JsonLocation place = e.getLocation();
      int within = place == null ? 1 : Math.max(1, place.getLineNr());
      throw new CorruptFileException(
          file + ":" + (line + within - 1) + ": the file is damaged: " + Json.problem(e));
    }
  }
}
