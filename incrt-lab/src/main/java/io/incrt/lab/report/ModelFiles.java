package io.incrt.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
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
      throw new IOException(folder + " holds no model: there is no config.json in it");
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
    return Files.exists(file) ? JSON.readTree(Files.readAllBytes(file)) : MissingNode.getInstance();
  }

  private static List<JsonNode> lines(Path file) throws IOException {
    List<JsonNode> found = new ArrayList<>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        found.add(JSON.readTree(line));
      }
    }
    return found;
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
