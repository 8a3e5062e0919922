package io.incrt.data.records;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.incrt.data.json.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSONL: one JSON object per line, with the fields a table would have as columns. */
final class JsonLinesReader {

  private final LineReader lines;
  private final ReadOptions options;
  private final boolean labelled;
  private final ObjectMapper json;

  JsonLinesReader(LineReader lines, ReadOptions options, boolean labelled) {
    this.lines = lines;
    this.options = options;
    this.labelled = labelled;
    this.json = Json.mapper().copy();
    // A record may exceed the parser's default limit for a string.
    json.getFactory()
        .setStreamReadConstraints(
            json.getFactory()
                .streamReadConstraints()
                .rebuild()
                .maxStringLength(options.settings().maxRecordLength())
                .build());
  }

  void forEach(RecordSink sink) throws IOException {
    while (true) {
      JsonNode object = null;
      LabelledSequence record;
      try {
        String line = lines.next();
        if (line == null) {
          return;
        }
        if (line.isBlank()) {
          continue;
        }
        object = parse(line);
        record = record(lines.place(), object);
      } catch (BadRecordException e) {
        if (!e.flaw().skippable()) {
          throw e;
        }
        JsonNode id = object == null ? null : object.get("id");
        sink.refused(e.of(id == null || !id.isValueNode() ? "" : id.asText("")), others(object));
        continue;
      }
      sink.accept(record, others(object));
    }
  }

  /** The fields besides the name and the sequence, if they are wanted. */
  private Map<String, Object> others(JsonNode object) {
    if (!options.keepColumns() || object == null) {
      return Map.of();
    }
    Map<String, Object> others = new LinkedHashMap<>();
    object.properties().forEach(field -> others.put(field.getKey(), field.getValue()));
    others.remove("id");
    for (String name : options.textColumn().map(List::of).orElse(RecordReader.TEXT)) {
      if (object.hasNonNull(name)) {
        others.remove(name);
        break;
      }
    }
    return others;
  }

  private JsonNode parse(String line) {
    JsonNode node;
    try {
      node = json.readTree(line);
    } catch (JsonProcessingException e) {
      String column = e.getLocation() == null ? "" : " at column " + e.getLocation().getColumnNr();
      throw new BadRecordException(
          lines.place(), Flaw.JSON, "the line is not JSON" + column + ": " + Json.problem(e));
    }
    if (node == null || !node.isObject()) {
      throw new BadRecordException(
          lines.place(),
          Flaw.JSON,
          "a JSON object was expected, as {\"text\": …, \"label\": …}, but the line is "
              + (node == null ? "empty" : kind(node)));
    }
    return node;
  }

  private LabelledSequence record(String place, JsonNode object) {
    String id = text(place, object, List.of("id"), false);
    String sequence =
        text(place, object, options.textColumn().map(List::of).orElse(RecordReader.TEXT), true);
    String label =
        text(place, object, options.labelColumn().map(List::of).orElse(RecordReader.LABEL), false);
    String group = text(place, object, List.of("group"), false);
    if (labelled && label.isBlank()) {
      throw new BadRecordException(place, Flaw.NO_LABEL, RecordReader.noLabel(options));
    }
    if (sequence.isBlank()) {
      throw new BadRecordException(place, Flaw.NO_SEQUENCE, "the sequence is empty");
    }
    return RecordReader.record(place, id, sequence, label, group);
  }

  /** The first of these fields that is present, as text; empty if none is. */
  private static String text(String place, JsonNode object, List<String> names, boolean sequence) {
    for (String name : names) {
      JsonNode value = object.get(name);
      if (value == null || value.isNull()) {
        continue;
      }
      if (value.isTextual() || (!sequence && (value.isNumber() || value.isBoolean()))) {
        return value.asText();
      }
      throw new BadRecordException(
          place, Flaw.TYPE, "the field " + name + " must be a string, but it is " + kind(value));
    }
    if (sequence) {
      throw new BadRecordException(
          place,
          Flaw.NO_SEQUENCE,
          "a field "
              + TableReader.either(names)
              + " was expected, but there is "
              + (object.isEmpty() ? "none" : fields(object)));
    }
    return "";
  }

  private static String fields(JsonNode object) {
    StringBuilder names = new StringBuilder();
    object.fieldNames().forEachRemaining(name -> names.append(", ").append(name));
    return names.length() <= 202 ? names.substring(2) : names.substring(2, 202) + "…";
  }

  private static String kind(JsonNode node) {
    return switch (node.getNodeType()) {
      case ARRAY -> "a list";
      case OBJECT -> "an object";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      case STRING -> "a string";
      case NULL -> "null";
      default -> "empty";
    };
  }
}
