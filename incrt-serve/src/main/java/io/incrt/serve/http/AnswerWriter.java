package io.incrt.serve.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import io.incrt.data.json.Json;
import io.incrt.serve.model.Answer;
import io.incrt.serve.model.ModelCard;
import io.incrt.serve.request.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/** Writes what {@code POST /predict} answers. */
final class AnswerWriter {

  private static final SerializedString ID = new SerializedString("id");
  private static final SerializedString LABEL = new SerializedString("label");
  private static final SerializedString PROBABILITY = new SerializedString("probability");
  private static final SerializedString PROBABILITIES = new SerializedString("probabilities");
  private static final SerializedString KNOWN = new SerializedString("known");
  private static final SerializedString WARNING = new SerializedString("warning");
  private static final SerializedString ERROR = new SerializedString("error");
  private static final SerializedString LINE = new SerializedString("\n");

  private final ModelCard model;
  private final int top;

  AnswerWriter(ModelCard model, int top) {
    this.model = model;
    this.top = top;
  }

  /** What is written to a generator. */
  @FunctionalInterface
  private interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  private static byte[] bytes(Content content) {
    ByteArrayBuilder out = new ByteArrayBuilder();
    try (JsonGenerator json = Json.mapper().getFactory().createGenerator(out)) {
      json.setRootValueSeparator(LINE);
      content.write(json);
    } catch (IOException e) {
      // Memory does not fail.
      throw new UncheckedIOException(e);
    }
    byte[] bytes = out.toByteArray();
    out.release();
    return bytes;
  }

  /** One document for all records. */
  byte[] document(String name, List<Entry> entries, List<Answer> answers) {
    return bytes(
        json -> {
          json.writeStartObject();
          json.writeStringField("model", name);
          json.writeArrayFieldStart("predictions");
          write(json, entries, answers);
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  /** A line for each record. */
  byte[] lines(List<Entry> entries, List<Answer> answers) {
    return bytes(
        json -> {
          write(json, entries, answers);
          json.writeRaw('\n');
        });
  }

  /** A line for each record that says why there is no answer. */
  static byte[] problemLines(List<Entry> entries, String problem) {
    return bytes(
        json -> {
          for (Entry entry : entries) {
            problem(json, entry.id(), entry.text() == null ? entry.problem() : problem);
          }
          json.writeRaw('\n');
        });
  }

  private void write(JsonGenerator json, List<Entry> entries, List<Answer> answers)
      throws IOException {
    Iterator<Answer> next = answers.iterator();
    for (Entry entry : entries) {
      if (entry.text() == null) {
        problem(json, entry.id(), entry.problem());
      } else {
        write(json, entry.id(), next.next());
      }
    }
  }

  private static void problem(JsonGenerator json, String id, String problem) throws IOException {
    json.writeStartObject();
    json.writeFieldName(ID);
    json.writeString(id);
    json.writeFieldName(ERROR);
    json.writeString(problem);
    json.writeEndObject();
  }

  private void write(JsonGenerator json, String id, Answer answer) throws IOException {
    if (!answer.isGiven()) {
      problem(json, id, answer.problem());
      return;
    }
    float[] row = answer.probabilities();
    int best = answer.best();
    json.writeStartObject();
    json.writeFieldName(ID);
    json.writeString(id);
    json.writeFieldName(LABEL);
    json.writeString(model.labels().get(best));
    json.writeFieldName(PROBABILITY);
    json.writeNumber(row[best]);
    json.writeFieldName(PROBABILITIES);
    json.writeStartObject();
    for (int c : mostProbable(row)) {
      json.writeFieldName(model.labels().get(c));
      json.writeNumber(row[c]);
    }
    json.writeEndObject();
    json.writeFieldName(KNOWN);
    json.writeNumber(answer.known());
    if (answer.warning() != null) {
      json.writeFieldName(WARNING);
      json.writeString(answer.warning());
    }
    json.writeEndObject();
  }

  /** The classes, the most probable first. */
  private int[] mostProbable(float... row) {
    int[] order =
        IntStream.range(0, row.length)
            .boxed()
            .sorted((a, b) -> Float.compare(row[b], row[a]))
            .mapToInt(Integer::intValue)
            .toArray();
    return top > 0 && top < order.length ? java.util.Arrays.copyOf(order, top) : order;
  }
}
