package io.incrt.serve.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.incrt.data.json.Json;
import io.incrt.serve.LittleServer;
import io.incrt.serve.http.Route;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The document says what the server does. */
class OpenApiDocumentTest {

  private static JsonNode document(boolean token) throws Exception {
    return Json.mapper()
        .readTree(
            OpenApiDocument.of(
                LittleServer.settings(
                    settings -> settings.token(token ? Optional.of("t") : Optional.empty()))));
  }

  private static JsonNode operation(JsonNode document, Route route) {
    return document.path("paths").path(route.path()).path(method(route));
  }

  private static String method(Route route) {
    return route.method().toLowerCase(Locale.ROOT);
  }

  @Test
  void everyRouteIsInItAndNothingElse() throws Exception {
    Set<String> there = new TreeSet<>();
    for (Route route : Route.values()) {
      there.add(method(route) + " " + route.path());
    }
    Set<String> told = new TreeSet<>();
    JsonNode document = document(true);
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      path.getValue()
          .fieldNames()
          .forEachRemaining(method -> told.add(method + " " + path.getKey()));
    }
    assertEquals(there, told);
    Set<String> names = new TreeSet<>();
    for (Route route : Route.values()) {
      names.add(operation(document, route).path("operationId").asText());
      assertTrue(!operation(document, route).path("summary").asText().isBlank());
      for (String variable : List.of("name", "version")) {
        boolean declared = false;
        for (JsonNode parameter : operation(document, route).path("parameters")) {
          declared |= parameter.path("name").asText().equals(variable);
        }
        assertEquals(route.path().contains("{" + variable + "}"), declared, route::path);
      }
    }
    assertEquals(Route.values().length, names.size(), "every operation has a name of its own");
  }

  @Test
  void theTokenIsWantedWhereItSaysSo() throws Exception {
    JsonNode document = document(true);
    try (LittleServer server = new LittleServer(settings -> settings.token(Optional.of("token")))) {
      for (Route route : Route.values()) {
        boolean closed = ask(server, route, "{}").statusCode() == 401;
        JsonNode operation = operation(document, route);
        assertEquals(
            closed ? "[{\"token\":[]}]" : "[{}]",
            operation.path("security").toString(),
            route::path);
        assertEquals(closed, operation.path("responses").has("401"), route::path);
      }
    }
    String without = document(false).toString();
    assertFalse(without.contains("\"security\"") || without.contains("\"401\""));
  }

  @Test
  void theLimitsAreThoseOfTheServer() throws Exception {
    JsonNode schemas = document(false).path("components").path("schemas");
    assertEquals(200_000, schemas.at("/Text/maxLength").asInt());
    assertEquals(1024, schemas.at("/PredictRequest/properties/records/maxItems").asInt());
    assertEquals(8, schemas.at("/ExplainRequest/properties/texts/maxItems").asInt());
  }

  private static HttpResponse<String> ask(LittleServer server, Route route, String body)
      throws Exception {
    String path = route.path().replace("{name}", "little").replace("{version}", "1");
    return route.method().equals("POST")
        ? server.post(path, body)
        : LittleServer.send(server.request(path));
  }

  /** What is wrong with a value by a schema of the document. */
  private static Set<ValidationMessage> problems(JsonNode document, JsonNode schema, String value)
      throws Exception {
    ObjectNode whole = schema.deepCopy();
    whole.set("components", document.path("components"));
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(whole)
        .validate(Json.mapper().readTree(value));
  }

  private static JsonNode resolved(JsonNode document, JsonNode node) {
    return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
  }

  @Test
  void answersAreAsItSays() throws Exception {
    String infer = "{\"inputs\":[{\"name\":\"text\",\"datatype\":\"BYTES\",\"shape\":[1],\"data\":";
    List<String> bodies =
        List.of(
            "{\"text\":\"a bc\"}",
            "{\"texts\":[\"a bc\",\"b\",\"short\",\" \"],\"top\":1}",
            "{\"records\":[{\"id\":7,\"sequence\":\"b\"},\"a bc\",{}]}",
            "{\"text\":\"short\"}",
            "{\"model\":\"none\",\"text\":\"a\"}",
            "{\"texts\":[]}",
            "nonsense",
            infer + "[\"a\"]}]}",
            infer + "[[\"a\"]]}],\"id\":\"x\",\"outputs\":[{\"name\":\"label\"}]}",
            infer + "[\"a\",\"b\"]}]}");
    List<String> wrong = new ArrayList<>();
    Set<String> seen = new TreeSet<>();
    try (LittleServer server = new LittleServer(settings -> settings)) {
      JsonNode document = Json.mapper().readTree(server.get("/openapi.json").body());
      for (Route route : Route.values()) {
        for (String body : route.method().equals("POST") ? bodies : List.of("")) {
          HttpResponse<String> answer = ask(server, route, body);
          seen.add(route + " " + answer.statusCode());
          JsonNode told =
              resolved(
                  document,
                  operation(document, route)
                      .path("responses")
                      .path(String.valueOf(answer.statusCode())));
          String type =
              answer.headers().firstValue("Content-Type").orElse("").replaceAll(";.*", "");
          JsonNode content = told.path("content").path(type);
          if (content.isMissingNode()) {
            wrong.add(route + ": " + answer.statusCode() + " as " + type + " is not told of");
          } else if (type.equals("application/json")) {
            problems(document, content.path("schema"), answer.body())
                .forEach(one -> wrong.add(route + " " + body + ": " + one));
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
    for (String status : List.of("PREDICT 200", "PREDICT 404", "INFER 200", "EXPLAIN 200")) {
      assertTrue(seen.contains(status), seen::toString);
    }
  }

  @Test
  void requestsThatItAllowsAreTakenAndOthersAreNot() throws Exception {
    try (LittleServer server = new LittleServer(settings -> settings)) {
      JsonNode document = Json.mapper().readTree(server.get("/openapi.json").body());
      for (String body :
          List.of(
              "{\"text\":\"a\"}",
              "{\"sentence\":\"a\",\"top\":2,\"model\":\"little\"}",
              "{\"records\":[{\"text\":\"a\",\"label\":\"x\"},\"b\"]}",
              "{\"text\":\"a\",\"texts\":[\"a\"]}",
              "{\"text\":5}",
              "{\"text\":\"\"}",
              "{\"text\":\"a\",\"top\":-1}",
              "{\"txt\":\"a\"}",
              "[]",
              "{}")) {
        for (Route route : List.of(Route.PREDICT, Route.EXPLAIN)) {
          JsonNode schema =
              operation(document, route)
                  .at("/requestBody/content")
                  .path("application/json")
                  .path("schema");
          int status = ask(server, route, body).statusCode();
          assertEquals(
              status == 200, problems(document, schema, body).isEmpty(), body + ": " + status);
        }
      }
    }
  }

  @Test
  void theDocumentIsGivenToAnyone() throws Exception {
    try (LittleServer server = new LittleServer(settings -> settings.token(Optional.of("token")))) {
      HttpResponse<String> head =
          LittleServer.send(
              server.request("/openapi.json").method("HEAD", HttpRequest.BodyPublishers.noBody()));
      assertEquals(200, head.statusCode());
      assertEquals(
          "3.1.0",
          Json.mapper().readTree(server.get("/openapi.json").body()).path("openapi").asText());
    }
  }
}
