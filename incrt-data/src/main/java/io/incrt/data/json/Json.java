package io.incrt.data.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;

/**
 * JSON, read strictly: duplicate names, trailing content, nulls for numbers and deep nesting are
 * refused, since files written by this program never have them and hostile ones may.
 */
public final class Json {

  private static final int DEPTH = 100;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEPTH).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private Json() {}

  /** The shared mapper; to configure it differently, copy it. */
  public static ObjectMapper mapper() {
    return MAPPER;
  }

  /** An empty object. */
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** A value as a tree. */
  public static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** A value in one line. */
  public static String line(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw cannot(value, e);
    }
  }

  /** A value in one line, as UTF-8. */
  public static byte[] bytes(Object value) {
    return line(value).getBytes(StandardCharsets.UTF_8);
  }

  /** A value over several lines, for people. */
  public static String pretty(Object value) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw cannot(value, e);
    }
  }

  /** What is wrong with a text that is not the JSON it should be, in one line. */
  public static String problem(JsonProcessingException e) {
    return JsonProblem.of(e);
  }

  private static IllegalStateException cannot(Object value, JsonProcessingException e) {
    return new IllegalStateException("cannot be written as JSON: " + value.getClass(), e);
  }
}
