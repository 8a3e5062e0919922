package io.incrt.serve.request;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Reads the bodies of requests: bytes in, checked requests out, or a {@link RefusedException} that
 * says what would be right. Reads from nothing but memory, and keeps no more than it was given.
 */
public final class RequestReader {

  private static final String FIELDS =
      "'text' or 'texts' or 'records', and perhaps 'model' and 'top'";

  private final Limits limits;
  private final JsonInput json;
  private final InferReader infer;

  /** A reader. */
  public RequestReader(Limits limits) {
    this.limits = limits;
    this.json = new JsonInput(limits.letters());
    this.infer = new InferReader(limits, json);
  }

  /** The body of {@code POST /predict} or {@code POST /explain}. */
  public PredictRequest predict(byte[] body, int length) {
    return json.read(body, 0, length, this::predict);
  }

  /**
   * The body of a request by the Open Inference Protocol.
   *
   * @param header how many of the bytes are JSON, if others follow
   */
  public InferRequest infer(byte[] body, int length, OptionalInt header) {
    return infer.read(body, length, header);
  }

  /** A line of JSON. A bad one is an entry that says so. */
  public Entry jsonLine(byte[] line, int from, int to, long number) {
    try {
      return json.read(line, from, to, parser -> entry(parser, String.valueOf(number)));
    } catch (RefusedException e) {
      return Entry.bad(String.valueOf(number), e.getMessage());
    }
  }

  /** A line that is a record. A bad one is an entry that says so. */
  public Entry textLine(byte[] line, int from, int to, long number) {
    try {
      return checked(String.valueOf(number), Utf8.text(line, from, to));
    } catch (RefusedException e) {
      return Entry.bad(String.valueOf(number), e.getMessage());
    }
  }

  private PredictRequest predict(JsonParser parser) throws IOException {
    String model = null;
    int top = 0;
    String source = null;
    List<Entry> entries = new ArrayList<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "model" -> model = JsonInput.shortText(parser, name);
        case "top" -> top = (int) JsonInput.number(parser, name, 0, Integer.MAX_VALUE);
        case "text", "sentence", "sequence", "texts", "records" -> {
          if (source != null) {
            throw RefusedException.bad("choose '" + source + "' or '" + name + "', not both");
          }
          source = name;
          records(parser, name, entries);
        }
        default ->
            throw RefusedException.bad("'" + name + "' is not known here; there is " + FIELDS);
      }
    }
    if (source == null) {
      throw RefusedException.bad("there are no records; a request has " + FIELDS);
    }
    if (entries.isEmpty()) {
      throw RefusedException.bad("'" + source + "' is empty");
    }
    boolean single = !source.equals("texts") && !source.equals("records");
    return new PredictRequest(model, top, single, entries);
  }

  private void records(JsonParser parser, String name, List<Entry> entries) throws IOException {
    boolean texts = name.equals("texts");
    if (!texts && !name.equals("records")) {
      entries.add(checked("1", JsonInput.text(parser, name)));
      return;
    }
    JsonInput.requireList(parser, name);
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (entries.size() == limits.records()) {
        throw RefusedException.large(
            "a request may have at most "
                + limits.records()
                + " records; send more as JSON lines (application/x-ndjson)");
      }
      String number = String.valueOf(entries.size() + 1);
      if (texts || parser.currentToken() == JsonToken.VALUE_STRING) {
        entries.add(checked(number, JsonInput.text(parser, name + " " + number)));
      } else {
        JsonInput.requireObject(parser, name + " " + number);
        entries.add(entry(parser, number));
      }
    }
  }

  /** A record; unknown fields are passed over, since records often bring labels and more. */
  private Entry entry(JsonParser parser, String number) throws IOException {
    String id = null;
    String text = null;
    String source = null;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "id" -> id = JsonInput.scalar(parser, name);
        case "text", "sentence", "sequence" -> {
          if (source != null) {
            throw RefusedException.bad("choose '" + source + "' or '" + name + "', not both");
          }
          source = name;
          text = JsonInput.text(parser, name);
        }
        default -> parser.skipChildren();
      }
    }
    String named = id == null ? number : id;
    return source == null
        ? Entry.bad(named, "the record has no 'text', 'sentence' or 'sequence'")
        : checked(named, text);
  }

  private Entry checked(String id, String text) {
    String problem = problem(text, limits);
    return problem == null ? Entry.of(id, text) : Entry.bad(id, problem);
  }

  /** Why a text is no record; null if it is one. */
  static String problem(String text, Limits limits) {
    if (text == null || text.isBlank()) {
      return "the sequence is empty";
    }
    if (text.length() > limits.letters()) {
      return "the sequence has "
          + text.length()
          + " characters, more than "
          + limits.letters()
          + " are not taken";
    }
    return Utf8.hasHalfPair(text) ? "the sequence has half of a surrogate pair" : null;
  }
}
