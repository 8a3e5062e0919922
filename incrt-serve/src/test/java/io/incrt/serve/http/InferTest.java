package io.incrt.serve.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.json.Json;
import io.incrt.serve.model.FakeModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Open Inference Protocol, with JSON and with bytes behind it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InferTest {

  private static final String INFER = "/v2/models/m/infer";
  private static final String LENGTH = "Inference-Header-Content-Length";

  private ServerBench bench;

  @BeforeAll
  void start() throws IOException {
    bench = ServerBench.with(ServerBench.settings());
  }

  @AfterAll
  void stop() {
    bench.close();
  }

  private static String inputs(String rest) {
    return "\"inputs\":[{\"name\":\"text\",\"datatype\":\"BYTES\"," + rest + "}]";
  }

  @Test
  void stringsAreAnsweredByTensors() throws IOException {
    String body = "{\"id\":\"7\"," + inputs("\"shape\":[2,1],\"data\":[\"ab\",\"abc\"]") + "}";
    Client.Said said = bench.post(INFER, "application/json", body).ok();
    assertEquals("application/json", said.header("Content-Type"));
    assertEquals(null, said.header(LENGTH));
    assertEquals(
        "{\"model_name\":\"m\",\"model_version\":\"1\",\"id\":\"7\",\"outputs\":["
            + "{\"name\":\"label\",\"datatype\":\"BYTES\",\"shape\":[2],\"data\":[\"even1\",\"odd1\"]},"
            + "{\"name\":\"probabilities\",\"datatype\":\"FP32\",\"shape\":[2,2],"
            + "\"data\":[0.75,0.25,0.25,0.75]},"
            + "{\"name\":\"known\",\"datatype\":\"FP32\",\"shape\":[2],\"data\":[1.000002,1.000003]}]}",
        said.text());
    assertEquals(
        said.text(), bench.post("/v2/models/m/versions/1/infer", "application/json", body).text());
  }

  @Test
  void bytesAreAnsweredByBytes() throws IOException {
    byte[] json =
        ("{"
                + inputs("\"shape\":[2],\"parameters\":{\"binary_data_size\":13}")
                + ",\"outputs\":[{\"name\":\"probabilities\",\"parameters\":{\"binary_data\":true}},"
                + "{\"name\":\"label\",\"parameters\":{\"binary_data\":true}},"
                + "{\"name\":\"known\"}]}")
            .getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(json);
    for (String text : new String[] {"abc", "é"}) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      body.writeBytes(new byte[] {(byte) bytes.length, 0, 0, 0});
      body.writeBytes(bytes);
    }
    Client.Said said;
    try (Client client = bench.client()) {
      said =
          client
              .send(
                  Client.head(INFER, "application/octet-stream")
                      + LENGTH
                      + ": "
                      + json.length
                      + "\r\nContent-Length: "
                      + body.size()
                      + "\r\n\r\n")
              .send(body.toByteArray())
              .read()
              .ok();
    }
    assertEquals("application/octet-stream", said.header("Content-Type"));
    int length = Integer.parseInt(said.header(LENGTH));
    JsonNode answer = Json.mapper().readTree(Arrays.copyOf(said.bytes(), length));
    assertEquals(
        16, answer.path("outputs").get(0).path("parameters").path("binary_data_size").asInt());
    assertEquals(
        16, answer.path("outputs").get(1).path("parameters").path("binary_data_size").asInt());
    assertEquals("[1.000003,1.000001]", answer.path("outputs").get(2).path("data").toString());
    ByteBuffer bytes =
        ByteBuffer.wrap(said.bytes(), length, said.bytes().length - length)
            .order(ByteOrder.LITTLE_ENDIAN);
    assertEquals(32, bytes.remaining());
    float[] probabilities = new float[4];
    bytes.asFloatBuffer().get(probabilities);
    assertArrayEquals(new float[] {0.25f, 0.75f, 0.25f, 0.75f}, probabilities);
    bytes.position(bytes.position() + 16);
    for (int i = 0; i < 2; i++) {
      byte[] label = new byte[bytes.getInt()];
      bytes.get(label);
      assertEquals(FakeModel.label(1, 1), new String(label, StandardCharsets.UTF_8));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "\"shape\":[3],\"data\":[\"a\"]     | 400 | shape is [3], but it has 1 elements",
        "\"shape\":[1,2],\"data\":[\"a\"]   | 400 | shape must be [n] or [n, 1], not [1, 2]",
        "\"shape\":[0],\"data\":[]          | 400 | the input is empty",
        "\"shape\":[9],\"data\":[]          | 413 | at most 8 records",
        "\"shape\":[1],\"data\":[1]         | 400 | must be a string, but it is a number",
        "\"shape\":[2],\"data\":[\"a\",\"<short>\"] | 400 | element 1 of the input: the sequence is too",
      })
  void wrongTensorsAreRefused(String input, int status, String message) throws IOException {
    bench.post(INFER, "application/json", "{" + inputs(input) + "}").refused(status, message);
  }

  @ParameterizedTest
  @CsvSource({
    "x, must be a whole number",
    "-1, must be a whole number",
    "9999999999, must be a whole number",
    "999, says that 999 bytes are JSON",
    "0, but there is none"
  })
  void aWrongLengthOfTheJsonIsRefused(String length, String message) throws IOException {
    bench
        .ask(
            Client.post(
                INFER,
                "application/json\r\n" + LENGTH + ": " + length,
                "{" + inputs("\"shape\":[1],\"data\":[\"a\"]") + "}"))
        .refused(400, message);
  }
}
