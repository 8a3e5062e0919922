package io.incrt.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.incrt.train.TrainingRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a model's folder says, as far as a report needs it.
 *
 * @param growth the lines of growth.jsonl
 * @param metrics the lines of metrics.jsonl
 * @param history the lines of history.jsonl; none in folders of older versions
 */
record ModelFiles(
    Path folder,
    JsonNode config,
    JsonNode certificate,
    JsonNode evaluation,
    List<JsonNode> growth,
    List<JsonNode> metrics,
    List<JsonNode> history) {

  private static final ObjectMapper JSON = new ObjectMapper();

  static ModelFiles read(Path folder) throws IOException {
    if (!Files.exists(folder.resolve("config.json"))) {
      throw new IOException(
          folder
              + (TrainingRun.hasCheckpoints(folder)
                  ? " holds a run that has not ended; train --resume goes on with it"
                  : " holds no model: there is no config.json in it"));
    }
    return new ModelFiles(
        folder,
        one(folder.resolve("config.json")),
        one(folder.resolve("certificate.json")),
        one(folder.resolve("evaluation.json")),
        lines(folder.resolve("growth.jsonl")),
        lines(folder.resolve("metrics.jsonl")),
        lines(folder.resolve("history.jsonl")));
  }

  private static JsonNode one(Path file) throws IOException {
    return Files.exists(file) ? parse(file, 1, Files.readString(file)) : MissingNode.getInstance();
  }

  private static List<JsonNode> lines(Path file) throws IOException {
    List<JsonNode> found = new ArrayList<>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        found.add(parse(file, found.size() + 1, line));
      }
    }
    return found;
  }

  private static JsonNode parse(Path file, int line, String text) throws IOException {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IOException(file + ":" + line + ": the file is damaged, this is not JSON", e);
    }
  }

  /** Whether the network grew; others have the size they were given. */
  boolean grows() {
    return config.path("settings").path("homeostat").path("enabled").asBoolean(true);
  }

  /** The step of the saved model, the best on the validation records. */
  long bestStep() {
    return config.path("provenance").path("step").asLong();
  }

  /** Whether the architecture changed after that. */
  boolean grewLater() {
    return growth.stream()
        .filter(event -> !event.path("event").asText().equals("Settled"))
        .anyMatch(event -> event.path("step").asLong() >= bestStep());
  }

  /** The last step of the run. */
  double lastStep() {
    double last = 1;
    for (List<JsonNode> lines : List.of(history, metrics, growth)) {
      for (JsonNode line : lines) {
        last = Math.max(last, line.path("step").asDouble());
      }
    }
    return last;
  }

  /** The layers of the saved model. */
  JsonNode layers() {
    return config.path("architecture").path("layers");
  }

  /** The test records' evaluation where there is one, otherwise the validation records'. */
  JsonNode judged() {
    return evaluation.path("test").isObject() ? evaluation.path("test") : evaluation.path("valid");
  }

  boolean hasTest() {
    return evaluation.path("test").isObject();
  }

  List<String> labels() {
    List<String> labels = new ArrayList<>();
    config.path("labels").forEach(label -> labels.add(label.asText()));
    return labels;
  }

  static int dimensions(JsonNode head) {
    int sum = 0;
    for (JsonNode block : head.path("blocks")) {
      sum += block.asInt();
    }
    return sum;
  }
}
