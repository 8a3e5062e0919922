package io.incrt.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections as HTTP allows them, and as it does not. After each the server answers as before. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConnectionsTest {

  private static final String ASK = Client.post("/predict", "application/json", "{\"text\":\"a\"}");
  private static final String CHUNKED =
      Client.head("/predict", "application/json") + "Transfer-Encoding: chunked\r\n\r\n";

  private ServerBench bench;

  @BeforeAll
  void start() throws IOException {
    bench = ServerBench.with(ServerBench.settings());
  }

  @AfterAll
  void stop() {
    // Whatever was done to it, no request has been left behind that it would wait for.
    assertTrue(bench.server().drain());
    bench.close();
  }

  @Test
  void aConnectionIsUsedAgain() throws IOException {
    try (Client client = bench.client()) {
      for (int i = 0; i < 20; i++) {
        assertFalse(client.send(ASK).read().ok().closes());
        client.send(Client.get("/v2/health/live")).read().ok();
        client.send(Client.post("/predict", "text/plain", "a\nb\n")).read().ok();
        assertFalse(client.send(Client.get("/nowhere")).read().refused(404, "").closes());
      }
    }
  }

  @Test
  void requestsInARowAreAnsweredInTheirOrder() throws IOException {
    try (Client client = bench.client()) {
      StringBuilder all = new StringBuilder();
      for (int i = 1; i <= 20; i++) {
        all.append(
            Client.post("/predict", "application/json", "{\"text\":\"" + "a".repeat(i) + "\"}"));
        all.append(Client.get("/nowhere"));
        all.append(Client.post("/predict", "text/plain", "a".repeat(i)));
      }
      client.send(all.toString());
      for (int i = 1; i <= 20; i++) {
        String label = i % 2 == 0 ? "even1" : "odd1";
        assertEquals(
            label, client.read().ok().json().path("predictions").get(0).path("label").asText());
        client.read().refused(404, "");
        assertEquals(label, client.read().ok().lines().get(0).path("label").asText());
      }
    }
  }

  @Test
  void whoWantsToCloseIsAnsweredFirst() throws IOException {
    try (Client client = bench.client()) {
      client.send(ASK.replace("Host: h", "Host: h\r\nConnection: close"));
      assertTrue(client.read().ok().closes());
      client.requireClosed();
    }
    try (Client client = bench.client()) {
      client.send(ASK).halfClose().read().ok();
      client.requireClosed();
    }
  }

  @Test
  void olderClientsAreAnsweredToo() throws IOException {
    for (String request : List.of(ASK, Client.post("/predict", "text/plain", "a"))) {
      try (Client client = bench.client()) {
        client.send(request.replace("HTTP/1.1", "HTTP/1.0"));
        Client.Said said = client.readHead().ok();
        assertEquals(null, said.header("Transfer-Encoding"));
      }
    }
  }

  @Test
  void whoAsksFirstWhetherToSendIsTold() throws IOException {
    String head =
        Client.head("/predict", "application/json") + "Expect: 100-continue\r\nContent-Length: ";
    try (Client client = bench.client()) {
      assertEquals(100, client.send(head + "12\r\n\r\n").readHead().status());
      client.send("{\"text\":\"a\"}").read().ok();
      client.send(ASK).read().ok();
    }
    try (Client client = bench.client()) {
      Client.Said said = client.send(head + (ServerBench.BODY + 1) + "\r\n\r\n").read();
      assertTrue(said.refused(413, "the body has more than").closes());
      client.requireClosed();
    }
    try (Client client = bench.client()) {
      Client.Said said = client.send(head.replace("/predict", "/nowhere") + "12\r\n\r\n").read();
      assertTrue(said.refused(404, "").closes());
      client.requireClosed();
    }
    try (Client client = bench.client()) {
      int status = client.send(head.replace("100-", "200-") + "12\r\n\r\n").readHead().status();
      assertEquals(417, status);
    }
  }

  @Test
  void aRefusalIsReadByWhoeverStillSends() throws IOException {
    for (String path : List.of("/nowhere", "/predict")) {
      try (Client client = bench.client()) {
        client.send(Client.head(path, "application/json") + "Content-Length: 100000000\r\n\r\n");
        client.push(new byte[1 << 20]);
        Client.Said said = client.read();
        assertTrue(said.refused(path.equals("/predict") ? 413 : 404, "").closes());
      }
    }
    bench.predict("{\"text\":\"a\"}").ok();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483648", "99999999999", "9223372036854775807"})
  void aBodyThatIsAnnouncedTooLargeIsRefusedAtOnce(String length) throws IOException {
    for (String type : List.of("application/json", "text/plain", "application/x-ndjson")) {
      try (Client client = bench.client()) {
        client.send(Client.head("/predict", type) + "Content-Length: " + length + "\r\n\r\n");
        assertTrue(client.read().refused(413, "the body has more than").closes());
      }
    }
  }

  @Test
  void aBodyWithoutEndIsRefusedWhenItIsTooLarge() throws IOException {
    byte[] piece = Client.chunk(" ".repeat(4096)).getBytes(StandardCharsets.UTF_8);
    try (Client client = bench.client()) {
      client.send(CHUNKED);
      for (int i = 0; i < 2 * ServerBench.BODY / 4096; i++) {
        client.push(piece);
      }
      client.read().refused(413, "the body has more than 65536 bytes");
    }
    String lines = CHUNKED.replace("application/json", "text/plain");
    try (Client client = bench.client()) {
      client.send(lines);
      for (int i = 0; i < 8; i++) {
        client.push(piece);
      }
      // A line that never ends is not gathered.
      client.read().refused(413, "a line has more than 25000 bytes");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "zz\\r\\n                          | 400",
        "-1\\r\\n                          | 400",
        "ffffffffffffffffffff\\r\\n        | 400",
        "7fffffff\\r\\n{                   | 0",
        "5\\r\\n{\"tex                     | 0",
        "1;x=\"y\\r\\n                     | 0",
      })
  void aChunkThatIsNoneEndsTheConnection(String body, int status) throws IOException {
    for (String type : List.of("application/json", "text/plain")) {
      try (Client client = bench.client()) {
        client.send(CHUNKED.replace("application/json", type));
        client.send(body.replace("\\r\\n", "\r\n")).halfClose();
        try {
          Client.Said said = client.read();
          assertEquals(400, said.status(), () -> type + " " + said.text());
        } catch (java.io.EOFException e) {
          // What was not understood may also be left unanswered.
        }
        client.requireClosed();
      }
      bench.predict("{\"text\":\"a\"}").ok();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "GET / HTTP/1.1\\n\\n                                       | 400",
        "GET / HTTP/1.1\\r\\n\\r\\n                                 | 400",
        "GET /\\r\\n\\r\\n                                          | 400,505,426",
        "GET / HTTP/2.0\\r\\nHost: h\\r\\n\\r\\n                    | 400,505,426",
        "GET / HTTP/9.9\\r\\nHost: h\\r\\n\\r\\n                    | 400,505,426",
        "GET / FTP/1.1\\r\\nHost: h\\r\\n\\r\\n                     | 400,505,426",
        "G@T / HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n                    | 400",
        "GET / HTTP/1.1\\r\\nHost: h\\r\\nHost: i\\r\\n\\r\\n       | 400",
        "GET / HTTP/1.1\\r\\nHost : h\\r\\n\\r\\n                   | 400",
        "GET / HTTP/1.1\\r\\nHost: h\\r\\n x: y\\r\\n\\r\\n         | 400",
        "GET / HTTP/1.1\\r\\nHost: h\\r\\nno colon\\r\\n\\r\\n      | 400",
        "GET / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: x\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: -1\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 99999999999999999999\\r\\n\\r\\n | 400",
        "POST /predict HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 5\\r\\nContent-Length: 6\\r\\n\\r\\n | 400",
        "POST /predict HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 5\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n | 400",
        "POST /predict HTTP/1.1\\r\\nHost: h\\r\\nTransfer-Encoding: gzip\\r\\n\\r\\n | 400,501",
        "POST /predict HTTP/1.1\\r\\nHost: h\\r\\nTransfer-Encoding: chunked, gzip\\r\\n\\r\\n | 400,501",
        "PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n                   | 400,505,426",
        "\\x16\\x03\\x01\\x02                                       | 400",
      })
  void whatIsNoHttpIsSaidSo(String request, String statuses) throws IOException {
    String bytes =
        request.replace("\\r", "\r").replace("\\n", "\n").replaceAll("\\\\x..", "\u0016");
    try (Client client = bench.client()) {
      Client.Said said = client.send(bytes).halfClose().read();
      assertTrue(
          List.of(statuses.split(",", -1)).contains(String.valueOf(said.status())),
          () -> said.status() + " " + said.text());
      said.refused(said.status(), "this is not a request of HTTP/1.1");
      client.requireClosed();
    }
  }

  @Test
  void headersMayTakeSoMuchAndNoMore() throws IOException {
    try (Client client = bench.client()) {
      client.send("GET /v2/health/live HTTP/1.1\r\nHost: h\r\n");
      client.push("X: y\r\n".repeat(100_000).getBytes(StandardCharsets.UTF_8));
      client.read().refused(431, "the address and headers may have at most 2048 bytes");
      client.requireClosed();
    }
    try (Client client = bench.client()) {
      client.push(
          Client.get("/" + "a".repeat(ServerBench.HEADERS)).getBytes(StandardCharsets.UTF_8));
      client.read().refused(414, "the address and headers may have at most 2048 bytes");
    }
    bench
        .ask(Client.get("/v2/health/live").replace("h\r\n", "h\r\nX: " + "y".repeat(1500) + "\r\n"))
        .ok();
  }

  @Test
  void whoGoesAwayLeavesNothingBehind() throws IOException {
    String half = Client.head("/predict", "application/json") + "Content-Length: 50\r\n\r\n{\"te";
    for (String sent :
        List.of(
            "", "GE", "POST /predict HTTP/1.1\r\nHost", half, CHUNKED, CHUNKED + "5\r\n{", ASK)) {
      for (int i = 0; i < 5; i++) {
        Client client = bench.client();
        client.send(sent).vanish();
      }
      bench.predict("{\"text\":\"a\"}").ok();
    }
  }

  @Test
  void aBodyThatAnAddressDoesNotWantIsPassedOver() throws IOException {
    String body = Client.post("/v2/health/live", "text/plain", "ignored").replace("POST", "GET");
    try (Client client = bench.client()) {
      client.send(body + body);
      client.read().ok();
      client.read().ok();
    }
  }
}
