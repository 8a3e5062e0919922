package io.incrt.lab.experiment;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.incrt.base.file.DurableFiles;
import io.incrt.data.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes a result as NAME.json, NAME.md and its figures. A file appears whole or not at all. */
public final class ResultFiles {

  private static final ObjectMapper JSON =
      Json.mapper()
          .copy()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .registerModule(
              new SimpleModule()
                  .addSerializer(double.class, new Finite())
                  .addSerializer(Double.class, new Finite()));

  /** JSON has no word for what is no number, or infinite: null. */
  private static final class Finite extends JsonSerializer<Double> {
    @Override
    public void serialize(Double value, JsonGenerator to, SerializerProvider provider)
        throws IOException {
      if (Double.isFinite(value)) {
        to.writeNumber(value);
      } else {
        to.writeNull();
      }
    }
  }

  private ResultFiles() {}

  /** Writes the files and returns their paths. */
  public static List<Path> write(Path directory, String name, Experiment.Result result)
      throws IOException {
    List<Path> written = new ArrayList<>();
    written.add(put(directory.resolve(name + ".json"), json(result.json())));
    written.add(put(directory.resolve(name + ".md"), result.markdown()));
    for (Figure figure : result.figures()) {
      written.add(put(directory.resolve(figure.name() + ".svg"), figure.svg()));
    }
    return written;
  }

  /** The text of NAME.json. */
  public static String json(Object value) {
    try {
      return JSON.writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result cannot be written as JSON", e);
    }
  }

  /** The record that such a text was made of. */
  public static <T> T parse(JsonNode json, Class<T> type) {
    try {
      return JSON.treeToValue(json, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "this is not the result of the experiment it is named after: " + Json.problem(e), e);
    }
  }

  private static Path put(Path target, String content) throws IOException {
    DurableFiles.write(target, content.getBytes(StandardCharsets.UTF_8));
    return target;
  }
}
