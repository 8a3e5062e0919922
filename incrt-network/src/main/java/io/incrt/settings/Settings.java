package io.incrt.settings;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.data.json.Json;
import io.incrt.data.records.DataSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Settings by name, as {@code --set training.dropout=0.1} gives them. The names are those of the
 * components of {@link RunSettings}; {@code homeostat.tau} and its like stand for level 1.
 */
public final class Settings {

  private static final String SHORT = "homeostat.";
  private static final String LONG = "homeostat.width.";
  private static final int SUGGESTIONS = 3;
  private static final int MOST_BYTES = 1 << 24;

  /**
   * Settings that older files lack. There they have the values of the preset {@code geometry},
   * which is what the default was then; and at these they are no part of a run's identity, so that
   * runs of earlier versions keep theirs.
   */
  private static final List<String> YOUNGER =
      List.of(
          "data.cache",
          "data.digests",
          "data.mistakes",
          "data.split",
          "data.strand",
          "data.vectorWords",
          "homeostat.evidence.births",
          "homeostat.evidence.direction",
          "homeostat.evidence.enabled",
          "homeostat.evidence.every",
          "homeostat.evidence.horizon",
          "homeostat.evidence.judges",
          "homeostat.evidence.least",
          "homeostat.evidence.maxLayers",
          "homeostat.evidence.partDropout",
          "homeostat.evidence.proposer",
          "homeostat.evidence.prunings",
          "homeostat.evidence.z",
          "homeostat.observeEvery",
          "network.bothEnds",
          "network.pooling",
          "network.readout",
          "parts.convolutions",
          "parts.feedForward",
          "parts.floor",
          "parts.letters",
          "parts.ngramLength",
          "parts.ngramRows",
          "parts.ngramTable",
          "training.average",
          "training.precision",
          "training.shift");

  private Settings() {}

  /** All settings as one text that identifies a run. */
  public static String identity(RunSettings settings) {
    ObjectNode tree = (ObjectNode) Json.tree(settings);
    JsonNode earlier = earlier();
    for (String name : YOUNGER) {
      JsonPointer leaf = pointer(name);
      if (tree.at(leaf).equals(earlier.at(leaf))) {
        ((ObjectNode) tree.at(leaf.head())).remove(leaf.last().getMatchingProperty());
      }
    }
    ObjectNode growth = (ObjectNode) tree.get("homeostat");
    if (growth.get("evidence").isEmpty()) {
      growth.remove("evidence");
    }
    return tree.toString();
  }

  /** The preset {@code geometry}, with what earlier versions did where that differs. */
  private static JsonNode earlier() {
    JsonNode earlier = Json.tree(RunSettings.geometry());
    ((ObjectNode) earlier.get("data")).put("split", DataSettings.Split.RANDOM.name());
    ((ObjectNode) earlier.get("parts")).put("floor", PartsSettings.FloorUse.NONE.name());
    return earlier;
  }

  /** Adds the settings that an older file lacks, with the values that earlier versions went by. */
  public static void complete(JsonNode stored) {
    JsonNode earlier = earlier();
    for (String name : YOUNGER) {
      JsonPointer leaf = pointer(name);
      JsonNode section = stored;
      for (JsonPointer at = leaf; !at.tail().matches(); at = at.tail()) {
        String property = at.getMatchingProperty();
        if (section instanceof ObjectNode parent && !parent.has(property)) {
          parent.putObject(property);
        }
        section = section.path(property);
      }
      String last = leaf.last().getMatchingProperty();
      if (section instanceof ObjectNode parent && !parent.has(last)) {
        parent.set(last, earlier.at(leaf));
      }
    }
  }

  private static JsonPointer pointer(String name) {
    return JsonPointer.compile("/" + name.replace('.', '/'));
  }

  /** Every setting with its value, by name. */
  public static Map<String, String> all(RunSettings settings) {
    Map<String, String> values = new TreeMap<>();
    collect("", Json.tree(settings), values);
    return values;
  }

  private static void collect(String prefix, JsonNode node, Map<String, String> values) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String name = prefix + field.getKey();
      if (field.getValue().isObject()) {
        collect(name + ".", field.getValue(), values);
      } else {
        values.put(name, field.getValue().asText());
      }
    }
  }

  /**
   * Settings by name from a JSON file: names with values, nested or with dots, or a model's {@code
   * config.json}, whose settings are taken.
   */
  public static Map<String, String> read(Path file) throws IOException {
    JsonNode json;
    try {
      json = Json.mapper().readTree(bytes(file));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          file
              + ":"
              + e.getLocation().getLineNr()
              + ": the settings are not JSON: "
              + Json.problem(e),
          e);
    }
    if (!json.isObject()) {
      throw new IllegalArgumentException(
          file + ": settings by name were expected, as {\"training.dropout\": 0.1}");
    }
    Map<String, String> values = new TreeMap<>();
    collect("", json.has("format") && json.has("settings") ? json.get("settings") : json, values);
    return values;
  }

  private static byte[] bytes(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IllegalArgumentException(file + " is too large for a file of settings");
      }
      return bytes;
    }
  }

  /** The settings with one of them changed. */
  public static RunSettings with(RunSettings settings, String name, String value) {
    return with(settings, Map.of(name, value));
  }

  /** The settings with some of them changed, in whatever order. */
  public static RunSettings with(RunSettings settings, Map<String, String> changes) {
    ObjectNode tree = (ObjectNode) Json.tree(settings);
    Map<String, String> values = all(settings);
    changes.forEach((name, value) -> change(tree, values, name, value));
    try {
      return Json.mapper().treeToValue(tree, RunSettings.class);
    } catch (ValueInstantiationException e) {
      throw new IllegalArgumentException(e.getCause().getMessage(), e);
    } catch (InvalidFormatException e) {
      String name =
          e.getPath().stream()
              .map(JsonMappingException.Reference::getFieldName)
              .collect(Collectors.joining("."));
      Object[] choices = e.getTargetType().getEnumConstants();
      throw new IllegalArgumentException(
          "the setting "
              + name
              + " cannot be '"
              + e.getValue()
              + "'"
              + (choices == null
                  ? ""
                  : "; choose "
                      + Arrays.stream(choices)
                          .map(Object::toString)
                          .collect(Collectors.joining(", "))),
          e);
    } catch (IOException e) {
      throw new IllegalArgumentException("the settings do not fit together: " + changes, e);
    }
  }

  private static void change(
      ObjectNode tree, Map<String, String> values, String name, String value) {
    String full = name;
    if (!values.containsKey(full) && name.startsWith(SHORT)) {
      full = LONG + name.substring(SHORT.length());
    }
    if (!values.containsKey(full)) {
      throw new IllegalArgumentException(
          "there is no setting '" + name + "'; the closest are " + closest(name, values));
    }
    String[] path = full.split("\\.", -1);
    ObjectNode parent = tree;
    for (int i = 0; i + 1 < path.length; i++) {
      parent = (ObjectNode) parent.get(path[i]);
    }
    String last = path[path.length - 1];
    parent.set(last, typed(full, parent.get(last), value));
  }

  private static JsonNode typed(String name, JsonNode before, String value) {
    try {
      if (before.isIntegralNumber()) {
        return Json.mapper().getNodeFactory().numberNode(Long.parseLong(value));
      }
      if (before.isNumber()) {
        return Json.mapper().getNodeFactory().numberNode(Double.parseDouble(value));
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "the setting "
              + name
              + " needs a "
              + (before.isIntegralNumber() ? "whole number" : "number")
              + " but got '"
              + value
              + "'",
          e);
    }
    if (before.isBoolean()) {
      if (!value.equals("true") && !value.equals("false")) {
        throw new IllegalArgumentException(
            "the setting " + name + " needs true or false but got '" + value + "'");
      }
      return Json.mapper().getNodeFactory().booleanNode(value.equals("true"));
    }
    return Json.mapper().getNodeFactory().textNode(value);
  }

  private static String closest(String name, Map<String, String> values) {
    List<List<String>> forms = values.keySet().stream().map(full -> forms(full, values)).toList();
    return String.join(", ", NearestNames.to(name, forms, SUGGESTIONS));
  }

  /** The names a setting can be given by. */
  private static List<String> forms(String full, Map<String, String> values) {
    if (full.startsWith(LONG)) {
      String brief = SHORT + full.substring(LONG.length());
      return values.containsKey(brief) ? List.of(full) : List.of(full, brief);
    }
    return List.of(full);
  }
}
