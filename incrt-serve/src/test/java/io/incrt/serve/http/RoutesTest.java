package io.incrt.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.serve.model.FakeModel;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every address, and what is not one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoutesTest {

  private ServerBench bench;

  @BeforeAll
  void start() throws IOException {
    bench = ServerBench.empty(ServerBench.settings(), "first", "second");
    bench.put("first", new FakeModel(1));
    bench.put("second", new FakeModel(2));
  }

  @AfterAll
  void stop() {
    bench.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/openapi.json",
        "/metrics",
        "/models",
        "/v2",
        "/v2/",
        "/v2/health/live",
        "/v2/health/ready",
        "/v2/models/first",
        "/v2/models/second/",
        "/v2/models/first/ready",
        "/v2/models/first/versions/1",
        "/v2/models/first/versions/1/ready",
        "/models?what=ever"
      })
  void whatIsReadIsReadByGetAndHeadAlone(String path) throws IOException {
    try (Client client = bench.client()) {
      Client.Said got = client.send(Client.get(path)).read().ok();
      assertTrue(got.bytes().length > 0);
      assertEquals("nosniff", got.header("X-Content-Type-Options"));
      assertEquals(null, got.header("Server"), "nobody needs to know");
      Client.Said head =
          client.send("HEAD " + path + " HTTP/1.1\r\nHost: h\r\n\r\n").readHead().ok();
      assertEquals(got.header("Content-Type"), head.header("Content-Type"));
      if (!path.equals("/metrics")) {
        assertEquals(got.header("Content-Length"), head.header("Content-Length"));
      }
      for (String other : List.of("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW")) {
        Client.Said refused =
            client.send(other + " " + path + " HTTP/1.1\r\nHost: h\r\n\r\n").read();
        if (path.equals("/")) {
          // The page's files are no routes, so there is nothing else to do with them.
          assertTrue(refused.status() == 404 || refused.status() == 405, refused::text);
        } else {
          assertEquals("GET, HEAD", refused.refused(405, ", not " + other).header("Allow"));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/predict",
        "/v2/models/first/infer",
        "/v2/models/first/versions/1/infer",
        "/predict/"
      })
  void whatIsAskedIsAskedByPostAlone(String path) throws IOException {
    try (Client client = bench.client()) {
      for (String other : List.of("GET", "PUT", "OPTIONS", "DELETE")) {
        Client.Said refused =
            client.send(other + " " + path + " HTTP/1.1\r\nHost: h\r\n\r\n").read();
        assertEquals("POST", refused.refused(405, ", not " + other).header("Allow"));
      }
      assertEquals(
          405, client.send("HEAD " + path + " HTTP/1.1\r\nHost: h\r\n\r\n").readHead().status());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/nowhere",
        "/predict/more",
        "/v1",
        "/v2/models",
        "/v2/models/",
        "/v2/models/first/nothing",
        "/v2/models/first/versions",
        "/PREDICT",
        "/predictx",
        "/x/../predict/x",
        "/try.js.map"
      })
  void whatIsNoAddressIsSaidSo(String path) throws IOException {
    bench.get(path).refused(404, "/openapi.json says what there is");
    bench
        .ask("OPTIONS " + path + " HTTP/1.1\r\nHost: h\r\n\r\n")
        .refused(404, "/openapi.json says what there is");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v2/models//ready",
        "/v2/models/%2e%2e/ready",
        "/v2/models/a%2fb/ready",
        "/v2/models/%/ready",
        "/v2/models/%ff/ready",
        "/v2/models/..;/ready",
        "/../../etc/passwd",
        "/%00",
        "predict",
        "http://"
      })
  void addressesThatMeanTwoThingsAreRefused(String path) throws IOException {
    Client.Said said = bench.get(path);
    assertTrue(said.status() == 400 || said.status() == 404, path + " " + said.text());
    said.refused(said.status(), "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n",
        "CONNECT h:80 HTTP/1.1\r\nHost: h:80\r\n\r\n",
        "CONNECT /predict HTTP/1.1\r\nHost: h:80\r\n\r\n",
        "GET h:80 HTTP/1.1\r\nHost: h:80\r\n\r\n",
        "GET ftp://h/ HTTP/1.1\r\nHost: h\r\n\r\n"
      })
  void whatIsMeantForProxiesIsNotForUs(String request) throws IOException {
    try (Client client = bench.client()) {
      int status = client.send(request).readHead().status();
      assertTrue(List.of(200, 400, 404, 405).contains(status), request + " " + status);
    }
    bench.get("/v2/health/live").ok();
  }

  @Test
  void anAddressMayNameTheServer() throws IOException {
    bench.ask(Client.get("http://h/v2/health/live")).ok();
  }

  @Test
  void theServerTellsOfItselfAndItsModels() throws IOException {
    assertEquals("incrt", bench.get("/v2").json().path("name").asText());
    assertEquals("{\"live\":true}", bench.get("/v2/health/live").text());
    assertEquals("{\"ready\":true}", bench.get("/v2/health/ready").text());
    JsonNode models = bench.get("/models").json().path("models");
    assertEquals(2, models.size());
    assertEquals("second", models.get(1).path("name").asText());
    assertEquals("even2", models.get(1).path("labels").get(0).asText());
    assertTrue(models.get(1).path("ready").asBoolean());
    JsonNode model = bench.get("/v2/models/second").json();
    assertEquals("second", model.path("name").asText());
    assertEquals("[\"1\"]", model.path("versions").toString());
    assertEquals(
        "[{\"name\":\"text\",\"datatype\":\"BYTES\",\"shape\":[-1]}]",
        model.path("inputs").toString());
    assertEquals(
        "[{\"name\":\"label\",\"datatype\":\"BYTES\",\"shape\":[-1]},"
            + "{\"name\":\"probabilities\",\"datatype\":\"FP32\",\"shape\":[-1,2]},"
            + "{\"name\":\"known\",\"datatype\":\"FP32\",\"shape\":[-1]}]",
        model.path("outputs").toString());
    assertEquals("[\"even2\",\"odd2\"]", model.path("parameters").path("labels").toString());
  }

  @ParameterizedTest
  @CsvSource({
    "/v2/models/third, there is no model 'third'; there is first; second",
    "/v2/models/third/ready, there is no model 'third'",
    "/v2/models/first/versions/2, there is no version '2'; there is 1",
    "/v2/models/first/versions/2/ready, there is no version '2'",
    "/v2/models/first/versions/x, there is no version 'x'"
  })
  void aModelThatIsNotThereIsNamed(String path, String message) throws IOException {
    bench.get(path).refused(404, message.replace("first;", "first,"));
  }

  @Test
  void aModelThatIsNotThereCannotBeAsked() throws IOException {
    String body = "{\"text\":\"a\"}";
    bench
        .post("/predict?model=third", "application/json", body)
        .refused(404, "there is no model 'third'; there is first, second");
    bench.predict("{\"text\":\"a\",\"model\":\"third\"}").refused(404, "'third'");
    bench.post("/predict?model=third", "text/plain", "a").refused(404, "'third'");
    bench.post("/v2/models/third/infer", "application/json", body).refused(404, "'third'");
    bench
        .post("/v2/models/first/versions/2/infer", "application/json", body)
        .refused(404, "there is no version '2'");
    // However long its name is, and whatever is in it.
    bench
        .predict("{\"text\":\"a\",\"model\":\"x" + "\ud83d\ude00".repeat(400) + "\"}")
        .refused(404, "…");
    bench
        .predict("{\"text\":\"a\",\"model\":\"" + "\ud83d\ude00".repeat(400) + "\"}")
        .refused(404, "…");
  }

  @Test
  void everyModelIsAskedByItsName() throws IOException {
    String body = "{\"texts\":[\"ab\",\"a\"]}";
    for (String name : List.of("first", "second")) {
      JsonNode said = bench.post("/predict?model=" + name, "application/json", body).ok().json();
      assertEquals(name, said.path("model").asText());
      assertEquals(
          name.equals("first") ? "even1" : "even2",
          said.path("predictions").get(0).path("label").asText());
    }
    assertEquals("first", bench.predict(body).ok().json().path("model").asText());
    // What the document says counts more than what the address says.
    assertEquals(
        "second",
        bench
            .post(
                "/predict?model=first", "application/json", "{\"text\":\"a\",\"model\":\"second\"}")
            .ok()
            .json()
            .path("model")
            .asText());
    assertEquals(
        "odd2",
        bench
            .post("/predict?model=second", "text/plain", "a")
            .ok()
            .lines()
            .get(0)
            .path("label")
            .asText());
  }

  @Test
  void aServerIsReadyWhenAllItsModelsAre() throws IOException {
    try (ServerBench starting = ServerBench.empty(ServerBench.settings(), "a", "b")) {
      starting.get("/v2/health/live").ok();
      assertEquals("{\"ready\":false}", starting.get("/v2/health/ready").text());
      starting.put("b", new FakeModel(1));
      assertEquals(503, starting.get("/v2/health/ready").status());
      assertEquals(503, starting.get("/v2/models/a/ready").status());
      assertEquals(200, starting.get("/v2/models/b/ready").status());
      assertEquals(
          "false", starting.get("/models").json().path("models").get(0).path("ready").asText());
      for (Client.Said early :
          List.of(
              starting.predict("{\"text\":\"a\"}"),
              starting.post("/predict", "text/plain", "a"),
              starting.get("/v2/models/a"),
              starting.post("/v2/models/a/infer", "application/json", "{}"))) {
        assertEquals("1", early.refused(503, "the model a is being loaded").header("Retry-After"));
      }
      starting.post("/predict?model=b", "application/json", "{\"text\":\"a\"}").ok();
      starting.put("a", new FakeModel(2));
      assertEquals("{\"ready\":true}", starting.get("/v2/health/ready").text());
      starting.predict("{\"text\":\"a\"}").ok();
    }
  }
}
