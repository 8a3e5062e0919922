package io.incrt.data.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.util.Collection;

/** Says what is wrong with JSON in terms of the file: Jackson speaks of Java's classes. */
final class JsonProblem {

  private static final int LONGEST_VALUE = 40;

  private JsonProblem() {}

  static String of(JsonProcessingException e) {
    return e instanceof JsonMappingException mapping ? place(mapping) + value(mapping) : syntax(e);
  }

  private static String syntax(JsonProcessingException e) {
    String message = e.getOriginalMessage();
    if (message == null) {
      return "unreadable";
    }
    // Jackson adds where something began, in terms of its own settings.
    return message
        .replaceAll("(?s) ?\\(start marker.*| ?\\(for (Object|Array) starting.*|\\R.*", "")
        .replaceAll(" ?\\[Source: REDACTED[^]]*]", "");
  }

  /** Which field it is: "'layers[0].heads' ". */
  private static String place(JsonMappingException e) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference step : e.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return path.isEmpty() ? "it " : "'" + path + "' ";
  }

  private static String value(JsonMappingException e) {
    if (e instanceof UnrecognizedPropertyException) {
      return "is not known here";
    }
    if (e instanceof InvalidTypeIdException typed) {
      return typed.getTypeId() == null
          ? "does not say what it is"
          : "is of no known kind: '" + shown(typed.getTypeId()) + "'";
    }
    if (e instanceof InvalidNullException) {
      return "must not be null";
    }
    if (e instanceof InvalidFormatException format) {
      return "is " + shown(format.getValue()) + " where " + wanted(format) + " was expected";
    }
    if (e.getOriginalMessage().startsWith("Cannot map `null`")) {
      return "is missing";
    }
    if (e instanceof MismatchedInputException mismatch) {
      return "is not " + wanted(mismatch);
    }
    // A record that refused its values has said why.
    if (e.getCause() instanceof RuntimeException refused && refused.getMessage() != null) {
      return "cannot be: " + refused.getMessage();
    }
    return e.getCause() instanceof JsonProcessingException inner ? of(inner) : "is unreadable";
  }

  private static String wanted(MismatchedInputException e) {
    Class<?> type = e.getTargetType();
    if (type == null) {
      return "what was expected";
    }
    if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
      return type == boolean.class ? "true or false" : "a number";
    }
    if (type.isEnum() || type == String.class || type == Boolean.class) {
      return type.isEnum()
          ? "one of a few names"
          : type == String.class ? "a text" : "true or false";
    }
    return type.isArray() || Collection.class.isAssignableFrom(type) ? "a list" : "an object";
  }

  private static String shown(Object value) {
    String text = String.valueOf(value);
    return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "…";
  }
}
