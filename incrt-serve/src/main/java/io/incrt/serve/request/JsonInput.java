package io.incrt.serve.request;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.incrt.data.json.Json;
import java.io.IOException;
import java.util.Locale;

/** JSON of a stranger, token by token: nothing is kept that was not asked for. */
final class JsonInput {

  private static final int DEPTH = 20;

  private final JsonFactory factory;
  private final int letters;

  JsonInput(int letters) {
    this.letters = letters;
    this.factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH)
                    .maxNameLength(Limits.NAME)
                    .maxNumberLength(Limits.NAME)
                    .maxStringLength(Math.max(letters, Limits.NAME))
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // Names are the client's to choose: they are not kept.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();
  }

  /** What reads a document. */
  @FunctionalInterface
  interface Reading<T> {
    T read(JsonParser json) throws IOException;
  }

  /** Reads one document, which must be an object, and nothing behind it. */
  <T> T read(byte[] bytes, int from, int to, Reading<T> reading) {
    Utf8.require(bytes, from, to);
    try (JsonParser json = factory.createParser(bytes, from, to - from)) {
      JsonToken first = json.nextToken();
      if (first != JsonToken.START_OBJECT) {
        throw RefusedException.bad(
            "a JSON object was expected, but there is " + (first == null ? "none" : kind(first)));
      }
      T value = reading.read(json);
      if (json.nextToken() != null) {
        throw RefusedException.bad("there is something behind the end of the JSON object");
      }
      return value;
    } catch (StreamConstraintsException e) {
      throw e.getMessage().contains("String value length")
          ? RefusedException.large("a text has more than " + letters + " characters")
          // Whose setting it is is nothing to clients.
          : RefusedException.bad(
              "the JSON is refused: " + Json.problem(e).replaceAll(", from `[^`]*`", ""));
    } catch (JsonProcessingException e) {
      throw RefusedException.bad(
          "it is not JSON at line "
              + e.getLocation().getLineNr()
              + ", column "
              + e.getLocation().getColumnNr()
              + ": "
              + Json.problem(e));
    } catch (IOException e) {
      // Of bytes in memory: the parser says by it that a character is not whole.
      throw RefusedException.bad("it is not JSON: " + e.getMessage());
    }
  }

  /** A string, or null; anything else is refused. */
  static String text(JsonParser json, String name) throws IOException {
    JsonToken token = json.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return null;
    }
    if (token != JsonToken.VALUE_STRING) {
      throw RefusedException.bad("'" + name + "' must be a string, but it is " + kind(token));
    }
    return json.getText();
  }

  /** A string of limited length, or null. */
  static String shortText(JsonParser json, String name) throws IOException {
    String text = text(json, name);
    if (text != null && text.length() > Limits.NAME) {
      throw RefusedException.large(
          "'" + name + "' may have at most " + Limits.NAME + " characters, not " + text.length());
    }
    if (text != null && Utf8.hasHalfPair(text)) {
      throw RefusedException.bad("'" + name + "' has half of a surrogate pair");
    }
    return text;
  }

  /** A string, number or truth value as text, or null. */
  static String scalar(JsonParser json, String name) throws IOException {
    JsonToken token = json.currentToken();
    return token.isNumeric() || token.isBoolean()
        ? json.getText().substring(0, Math.min(json.getText().length(), Limits.NAME))
        : shortText(json, name);
  }

  /** A whole number of a range. */
  static long number(JsonParser json, String name, long low, long high) throws IOException {
    JsonToken token = json.currentToken();
    if (token == JsonToken.VALUE_NUMBER_INT
        && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      long value = json.getLongValue();
      if (value >= low && value <= high) {
        return value;
      }
    }
    throw RefusedException.bad("'" + name + "' must be a whole number from " + low + " to " + high);
  }

  /** Refuses what is not the beginning of a list. */
  static void requireList(JsonParser json, String name) {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw RefusedException.bad(
          "'" + name + "' must be a list, but it is " + kind(json.currentToken()));
    }
  }

  /** Refuses what is not the beginning of an object. */
  static void requireObject(JsonParser json, String name) {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw RefusedException.bad(
          "'" + name + "' must be an object, but it is " + kind(json.currentToken()));
    }
  }

  static String kind(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "a list";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "true or false";
      case VALUE_NULL -> "null";
      default -> token.name().toLowerCase(Locale.ROOT);
    };
  }
}
