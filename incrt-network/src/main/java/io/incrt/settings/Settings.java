package io.incrt.settings;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Settings by name, as {@code --set training.dropout=0.1} gives them. The names are those of the
 * components of {@link RunSettings}; {@code homeostat.tau} and its like stand for level 1.
 */
public final class Settings {

  private static final ObjectMapper JSON =
      new ObjectMapper(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
  private static final String SHORT = "homeostat.";
  private static final String LONG = "homeostat.width.";

  /**
   * Settings younger than some files. In one that does not name them they have their defaults, and
   * at their defaults they do not tell a run from one of an earlier version.
   */
  private static final List<String> YOUNGER =
      List.of("homeostat.observeEvery", "training.precision");

  private Settings() {}

  /** All settings in one text, for telling runs apart. */
  public static String identity(RunSettings settings) {
    ObjectNode tree = JSON.valueToTree(settings);
    JsonNode defaults = JSON.valueToTree(RunSettings.defaults());
    for (String name : YOUNGER) {
      JsonPointer leaf = pointer(name);
      if (tree.at(leaf).equals(defaults.at(leaf))) {
        ((ObjectNode) tree.at(leaf.head())).remove(leaf.last().getMatchingProperty());
      }
    }
    return tree.toString();
  }

  /** Adds to the settings of a file those that are younger than it. */
  public static void complete(JsonNode stored) {
    JsonNode defaults = JSON.valueToTree(RunSettings.defaults());
    for (String name : YOUNGER) {
      JsonPointer leaf = pointer(name);
      if (stored.at(leaf.head()) instanceof ObjectNode room && stored.at(leaf).isMissingNode()) {
        room.set(leaf.last().getMatchingProperty(), defaults.at(leaf));
      }
    }
  }

  private static JsonPointer pointer(String name) {
    return JsonPointer.compile("/" + name.replace('.', '/'));
  }

  /** Every setting with its value, by name. */
  public static Map<String, String> all(RunSettings settings) {
    Map<String, String> all = new TreeMap<>();
    collect("", JSON.valueToTree(settings), all);
    return all;
  }

  private static void collect(String prefix, JsonNode node, Map<String, String> all) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String name = prefix + field.getKey();
      if (field.getValue().isObject()) {
        collect(name + ".", field.getValue(), all);
      } else {
        all.put(name, field.getValue().asText());
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
      json = JSON.readTree(Files.readAllBytes(file));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          file
              + ":"
              + e.getLocation().getLineNr()
              + ": the settings are not JSON: "
              + e.getOriginalMessage(),
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

  /** The settings with one of them changed. */
  public static RunSettings with(RunSettings settings, String name, String value) {
    return with(settings, Map.of(name, value));
  }

  /** The settings with some of them changed, in whatever order. */
  public static RunSettings with(RunSettings settings, Map<String, String> changes) {
    ObjectNode tree = JSON.valueToTree(settings);
    Map<String, String> all = all(settings);
    changes.forEach((name, value) -> change(tree, all, name, value));
    try {
      return JSON.treeToValue(tree, RunSettings.class);
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

  private static void change(ObjectNode tree, Map<String, String> all, String name, String value) {
    String full = name;
    if (!all.containsKey(full) && name.startsWith(SHORT)) {
      full = LONG + name.substring(SHORT.length());
    }
    if (!all.containsKey(full)) {
      throw new IllegalArgumentException(
          "there is no setting '" + name + "'; the closest are " + closest(name, all));
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
        return JSON.getNodeFactory().numberNode(Long.parseLong(value));
      }
      if (before.isNumber()) {
        return JSON.getNodeFactory().numberNode(Double.parseDouble(value));
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
      return JSON.getNodeFactory().booleanNode(value.equals("true"));
    }
    return JSON.getNodeFactory().textNode(value);
  }

  private static String closest(String name, Map<String, String> all) {
    List<String> names = new ArrayList<>(all.keySet());
    names.sort(Comparator.comparingInt(candidate -> distance(name, candidate)));
    return String.join(", ", names.subList(0, Math.min(3, names.size())));
  }

  /** The number of letters to insert, drop or change to get from one name to the other. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
