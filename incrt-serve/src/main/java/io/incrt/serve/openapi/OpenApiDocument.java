package io.incrt.serve.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.data.json.Json;
import io.incrt.serve.settings.ServerSettings;
import io.incrt.store.ModelConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The document at {@code /openapi.json}, true of a server with these settings. */
public final class OpenApiDocument {

  private static final String FILE = "openapi.json";

  /** Marks what may be asked without a token: a list of requirements with an empty one. */
  private static final String SECURITY = "security";

  private OpenApiDocument() {}

  /** The document, as UTF-8. */
  public static byte[] of(ServerSettings settings) {
    ObjectNode document = read();
    ((ObjectNode) document.path("info")).put("version", ModelConfig.version());
    ObjectNode schemas = (ObjectNode) document.path("components").path("schemas");
    put(schemas, "/Text", "maxLength", settings.limits().letters());
    put(schemas, "/PredictRequest/properties/texts", "maxItems", settings.limits().records());
    put(schemas, "/PredictRequest/properties/records", "maxItems", settings.limits().records());
    put(schemas, "/ExplainRequest/properties/texts", "maxItems", settings.explained());
    put(schemas, "/ExplainRequest/properties/records", "maxItems", settings.explained());
    if (settings.token().isEmpty()) {
      document.remove(SECURITY);
      document.path("paths").forEach(path -> path.forEach(OpenApiDocument::withoutToken));
    } else if (settings.openMetrics()) {
      ((ObjectNode) document.at("/paths/~1metrics/get")).putArray(SECURITY).addObject();
    }
    return Json.bytes(document);
  }

  private static void withoutToken(JsonNode operation) {
    ((ObjectNode) operation).remove(SECURITY);
    ((ObjectNode) operation.path("responses")).remove("401");
  }

  private static void put(ObjectNode schemas, String path, String name, int value) {
    ((ObjectNode) schemas.at(path)).put(name, value);
  }

  private static ObjectNode read() {
    try (InputStream in = OpenApiDocument.class.getResourceAsStream(FILE)) {
      return (ObjectNode) Json.mapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException("the server's own file " + FILE + " cannot be read", e);
    }
  }
}
