package io.incrt.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

/** {@code POST /predict}: documents, lines and text, and what is neither. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PredictTest {

  private ServerBench bench;

  @BeforeAll
  void start() throws IOException {
    bench = ServerBench.with(ServerBench.settings());
  }

  @AfterAll
  void stop() {
    bench.close();
  }

  @Test
  void aDocumentIsAnsweredRecordByRecord() throws IOException {
    Client.Said said =
        bench
            .predict(
                "{\"records\":[{\"id\":\"x\",\"text\":\"ab\"},\"abc\",{\"id\":7},\" \",\"<short>\"]}")
            .ok();
    assertEquals("application/json", said.header("Content-Type"));
    JsonNode all = said.json();
    assertEquals("m", all.path("model").asText());
    JsonNode answers = all.path("predictions");
    assertEquals(
        "{\"id\":\"x\",\"label\":\"even1\",\"probability\":0.75,\"probabilities\":"
            + "{\"even1\":0.75,\"odd1\":0.25},\"known\":1.000002}",
        answers.get(0).toString());
    assertEquals("2", answers.get(1).path("id").asText());
    assertEquals("odd1", answers.get(1).path("label").asText());
    assertEquals(
        "{\"id\":\"7\",\"error\":\"the record has no 'text', 'sentence' or 'sequence'\"}",
        answers.get(2).toString());
    assertEquals("the sequence is empty", answers.get(3).path("error").asText());
    assertEquals("the sequence is too short", answers.get(4).path("error").asText());
  }

  @Test
  void whereNoRecordCanBeAskedEachSaysWhy() throws IOException {
    JsonNode answers = bench.predict("{\"texts\":[\" \",\"\"]}").ok().json().path("predictions");
    assertEquals(2, answers.size());
    assertEquals("the sequence is empty", answers.get(1).path("error").asText());
  }

  @Test
  void aSingleRecordThatCannotBeAnsweredIsARequestThatIsWrong() throws IOException {
    bench.predict("{\"text\":\" \"}").refused(400, "the sequence is empty");
    bench.predict("{\"text\":\"<short>\"}").refused(400, "the sequence is too short");
  }

  @Test
  void asManyClassesAsAreWantedAreGiven() throws IOException {
    for (String[] asked :
        new String[][] {
          {"/predict?top=1", "{\"text\":\"ab\"}", "1"},
          {"/predict?top=2", "{\"text\":\"ab\"}", "2"},
          {"/predict?top=0", "{\"text\":\"ab\"}", "2"},
          {"/predict?top=999999999", "{\"text\":\"ab\"}", "2"},
          {"/predict", "{\"text\":\"ab\",\"top\":1}", "1"},
          {"/predict?top=2", "{\"text\":\"ab\",\"top\":1}", "1"}
        }) {
      assertEquals(
          Integer.parseInt(asked[2]),
          bench
              .post(asked[0], "application/json", asked[1])
              .ok()
              .json()
              .path("predictions")
              .get(0)
              .path("probabilities")
              .size(),
          asked[0]);
    }
    for (String wrong : List.of("-1", "x", "1.5", "", "1000000000", "%31%00")) {
      bench
          .post("/predict?top=" + wrong, "application/json", "{\"text\":\"ab\"}")
          .refused(400, "'top' must be a whole number");
    }
    bench.post("/predict?top=%zz", "application/json", "{\"text\":\"ab\"}").refused(400, "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON ; charset=utf-8",
        "application/json;charset=\"UTF-8\"",
        "application/json; charset=us-ascii"
      })
  void documentsAreJson(String type) throws IOException {
    bench.post("/predict", type, "{\"text\":\"a\"}").ok();
  }

  @Test
  void aBodyWithoutATypeIsADocument() throws IOException {
    bench
        .ask("POST /predict HTTP/1.1\r\nHost: h\r\nContent-Length: 12\r\n\r\n{\"text\":\"a\"}")
        .ok();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
        "text/html",
        "application/json; charset=utf-16",
        "text/plain; charset=iso-8859-1",
        "nonsense"
      })
  void otherTypesAreRefused(String type) throws IOException {
    bench
        .post("/predict", type, "{\"text\":\"a\"}")
        .refused(
            415,
            type.contains("charset")
                ? "the charset must be UTF-8"
                : "not " + type.replaceAll(";.*", ""));
  }

  @Test
  void bodiesThatAreCompressedAreRefused() throws IOException {
    String body = "{\"text\":\"a\"}";
    for (String coding : List.of("gzip", "br", "identity, gzip")) {
      bench
          .ask(Client.post("/predict", "application/json\r\nContent-Encoding: " + coding, body))
          .refused(415, "the content encoding '" + coding + "' is not supported");
    }
    bench.ask(Client.post("/predict", "application/json\r\nContent-Encoding: identity", body)).ok();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"application/x-ndjson", "application/jsonl", "application/x-ndjson; charset=utf8"})
  void linesAreAnsweredByLines(String type) throws IOException {
    Client.Said said =
        bench
            .post(
                "/predict?top=1",
                type,
                "\ufeff{\"id\":\"x\",\"text\":\"ab\"}\r\n\n  \n{\"text\":\"abc\"}\nnonsense\n"
                    + "{\"text\":\"<short>\"}")
            .ok();
    assertEquals("application/x-ndjson", said.header("Content-Type"));
    List<JsonNode> lines = said.lines();
    assertEquals(4, lines.size());
    assertEquals(
        "{\"id\":\"x\",\"label\":\"even1\",\"probability\":0.75,\"probabilities\":"
            + "{\"even1\":0.75},\"known\":1.000002}",
        lines.get(0).toString());
    assertEquals("4", lines.get(1).path("id").asText(), "blank lines are counted, not answered");
    assertEquals("5", lines.get(2).path("id").asText());
    assertTrue(lines.get(2).path("error").asText().startsWith("it is not JSON"));
    assertEquals("the sequence is too short", lines.get(3).path("error").asText());
  }

  @Test
  void everyLineOfTextIsARecord() throws IOException {
    List<JsonNode> lines = bench.post("/predict", "text/plain", "a\n\nabc\n").ok().lines();
    assertEquals(3, lines.size());
    assertEquals(FakeModel.known(1, "a"), lines.get(0).path("known").asDouble());
    assertEquals("the sequence is empty", lines.get(1).path("error").asText());
    assertEquals(FakeModel.known(1, "abc"), lines.get(2).path("known").asDouble());
    assertEquals("", bench.post("/predict", "text/plain", "").ok().text());
  }

  @Test
  void charactersArriveWhole() throws IOException {
    String text = "é\ud83d\ude00";
    try (Client client = bench.client()) {
      client.send(Client.head("/predict", "text/plain") + "Transfer-Encoding: chunked\r\n\r\n");
      for (byte one : text.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
        client.send("1\r\n").send(one).send("\r\n");
      }
      client.send("0\r\n\r\n");
      assertEquals(
          FakeModel.known(1, text), client.read().ok().lines().get(0).path("known").asDouble());
    }
  }

  @Test
  void aDocumentWithTooMuchInItIsRefused() throws IOException {
    bench
        .predict("{\"texts\":[" + "\"a\",".repeat(ServerBench.RECORDS) + "\"a\"]}")
        .refused(413, "at most 8 records");
    bench
        .predict("{\"text\":\"" + "a".repeat(ServerBench.LETTERS + 1) + "\"}")
        .refused(413, "more than 2000 characters");
  }

  @Test
  void aBodyIsAsLargeAsItMayBeButNoLarger() throws IOException {
    String fits = "{\"text\":\"a\"}" + " ".repeat(ServerBench.BODY - 12);
    bench.predict(fits).ok();
    bench.predict(fits + " ").refused(413, "the body has more than 65536 bytes");
    String chunked =
        Client.head("/predict", "application/json") + "Transfer-Encoding: chunked\r\n\r\n";
    bench.ask(chunked + Client.chunk(fits) + "0\r\n\r\n").ok();
    try (Client client = bench.client()) {
      Client.Said said = client.send(chunked + Client.chunk(fits) + Client.chunk(" ")).read();
      assertTrue(said.refused(413, "the body has more than 65536 bytes").closes());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"text\":            | it is not JSON at line 1",
        "[]                    | a JSON object was expected",
        "{\"text\":1}          | 'text' must be a string",
        "{\"text\":\"a\",\"x\":1} | 'x' is not known here",
        "{\"texts\":[]}        | 'texts' is empty",
      })
  void whatIsWrongIsSaidAndTheConnectionGoesOn(String body, String message) throws IOException {
    try (Client client = bench.client()) {
      Client.Said said = client.send(Client.post("/predict", "application/json", body)).read();
      assertFalse(said.refused(400, message).closes());
      client.send(Client.post("/predict", "application/json", "{\"text\":\"a\"}")).read().ok();
    }
  }

  @Test
  void aRequestWithoutABodyIsToldThatThereIsNone() throws IOException {
    bench
        .ask(Client.head("/predict", "application/json") + "\r\n")
        .refused(400, "a JSON object was expected, but there is none");
    bench
        .ask(Client.head("/v2/models/m/infer", "application/json") + "\r\n")
        .refused(400, "a JSON object was expected, but there is none");
  }

  @Test
  void answersAreJsonWhateverIsAccepted() throws IOException {
    bench
        .ask(Client.post("/predict", "application/json\r\nAccept: image/png", "{\"text\":\"a\"}"))
        .ok();
  }
}
