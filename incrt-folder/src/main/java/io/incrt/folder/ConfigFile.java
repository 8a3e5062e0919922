package io.incrt.folder;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.base.file.CorruptFileException;
import io.incrt.data.json.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The content of config.json, as far as a predictor needs it.
 *
 * @param shape the sizes that do not grow
 * @param architecture what the network grew into
 * @param objective the name of what it was trained for
 * @param labels in the order of the outputs
 * @param json all of the file, with what files of earlier versions lack
 */
public record ConfigFile(
    Shape shape, Architecture architecture, String objective, List<String> labels, JsonNode json) {

  /** The format of model folders this program writes. */
  public static final int FORMAT = 3;

  /** The objective of models that name none, since all of their version had it. */
  public static final String CLASSIFICATION = "classification";

  /** An older format that it reads: the same without a manifest. */
  private static final int WITHOUT_MANIFEST = 2;

  /** Parses the text of the file and refuses one that contradicts itself. */
  public static ConfigFile parse(String text) {
    try {
      JsonNode json = Json.mapper().readTree(text);
      if (!json.path("format").isInt()) {
        throw new CorruptFileException("config.json is not that of a model: it names no format");
      }
      int format = json.path("format").asInt();
      if (format != FORMAT && format != WITHOUT_MANIFEST) {
        throw new CorruptFileException(
            "config.json has format "
                + format
                + ", but this program reads the formats "
                + WITHOUT_MANIFEST
                + " and "
                + FORMAT
                + "; a model of another version has to be trained anew");
      }
      complete(json.path("shape"));
      return new ConfigFile(
              required(json, "shape", Shape.class),
              required(json, "architecture", Architecture.class),
              json.path("objective").asText(CLASSIFICATION),
              List.of(required(json, "labels", String[].class)),
              json)
          .requireWhole();
    } catch (JsonProcessingException e) {
      throw new CorruptFileException("config.json: " + Json.problem(e));
    } catch (IllegalArgumentException | NullPointerException e) {
      throw new CorruptFileException("config.json does not describe a model: " + e.getMessage());
    }
  }

  /** Adds what shapes of earlier versions lack. */
  private static void complete(JsonNode shape) {
    if (shape instanceof ObjectNode sizes && !sizes.has("pooling")) {
      sizes.put("pooling", 1);
      sizes.put("bothEnds", false);
      sizes.set("embedded", sizes.path("vocabulary"));
    }
    if (shape instanceof ObjectNode sizes && !sizes.has("readout")) {
      sizes.put("readout", Readout.ALL.name());
    }
  }

  /** Whether the text of config.json is that of a folder that has no manifest. */
  public static boolean needsNoManifest(String config) {
    try {
      JsonNode json = Json.mapper().readTree(config);
      return json != null && json.path("format").asInt() <= WITHOUT_MANIFEST;
    } catch (JsonProcessingException e) {
      return true;
    }
  }

  /** One of its sections, which must be there. */
  public <T> T section(String name, Class<T> type) throws JsonProcessingException {
    return required(json, name, type);
  }

  private static <T> T required(JsonNode json, String name, Class<T> type)
      throws JsonProcessingException {
    if (!json.hasNonNull(name)) {
      throw new CorruptFileException("config.json says nothing of " + name);
    }
    return Json.mapper().treeToValue(json.get(name), type);
  }

  private ConfigFile requireWhole() {
    require(new HashSet<>(labels).size() == labels.size(), "labels", "classes");
    Set<Integer> layers = new HashSet<>();
    Set<Integer> heads = new HashSet<>();
    for (Architecture.Layer layer : architecture.layers()) {
      require(layers.add(layer.id()) && !layer.heads().isEmpty(), "layers", "architecture");
      for (Architecture.HeadShape head : layer.heads()) {
        boolean positive = head.blocks().stream().allMatch(block -> block > 0);
        require(
            heads.add(head.id()) && positive && head.dimensions() <= shape.keyDimensions(),
            "heads",
            "shape's keyDimensions");
      }
    }
    return this;
  }

  /** Refuses a file two parts of which contradict each other. */
  public static void require(boolean fits, String what, String with) {
    if (!fits) {
      throw new CorruptFileException(
          "config.json contradicts itself: its " + what + " do not fit its " + with);
    }
  }
}
