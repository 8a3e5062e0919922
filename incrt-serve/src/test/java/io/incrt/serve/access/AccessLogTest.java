package io.incrt.serve.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.json.Json;
import io.incrt.serve.LittleServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessLogTest {

  private static final AccessEntry ENTRY =
      new AccessEntry(
          Instant.parse("2026-11-19T08:00:00.123456Z"),
          "127.0.0.1",
          null,
          "POST",
          "/predict\n\"x\"",
          "/predict",
          200,
          10,
          20,
          3,
          1.23456,
          "m",
          "id-1",
          false,
          false);

  @TempDir private Path folder;

  private static AccessEntry entry(String id) {
    return new AccessEntry(
        Instant.EPOCH, "::1", "10.1.1.1", "GET", "/", "/", 499, 0, 0, 0, 0, null, id, false, true);
  }

  @Test
  void aRequestIsALineOfJson() throws IOException {
    Path file = folder.resolve("log");
    try (AccessLog log = new AccessLog(new LogFile(file))) {
      log.accept(ENTRY);
      log.accept(entry("2"));
    }
    assertEquals(
        List.of(
            "{\"time\":\"2026-11-19T08:00:00.123Z\",\"remote\":\"127.0.0.1\",\"method\":\"POST\","
                + "\"path\":\"/predict\\n\\\"x\\\"\",\"status\":200,\"bytesIn\":10,\"bytesOut\":20,"
                + "\"records\":3,\"milliseconds\":1.235,\"model\":\"m\",\"id\":\"id-1\"}",
            "{\"time\":\"1970-01-01T00:00:00Z\",\"remote\":\"::1\",\"forwardedFor\":\"10.1.1.1\","
                + "\"method\":\"GET\",\"path\":\"/\",\"status\":499,\"bytesIn\":0,\"bytesOut\":0,"
                + "\"records\":0,\"milliseconds\":0.0,\"id\":\"2\",\"cut\":true}"),
        Files.readAllLines(file));
  }

  @Test
  void aFileThatWasTurnedOverIsMadeAnew() throws Exception {
    Path file = folder.resolve("log");
    Path old = folder.resolve("log.1");
    try (AccessLog log = new AccessLog(new LogFile(file))) {
      log.accept(entry("before"));
      while (Files.size(file) == 0) {
        Thread.sleep(5);
      }
      Files.move(file, old);
      log.accept(entry("after"));
    }
    assertTrue(Files.readString(old).contains("\"before\""));
    assertTrue(Files.readString(file).contains("\"after\""));
    assertEquals(1, Files.readAllLines(file).size());
  }

  @Test
  void nobodyWaitsForALogThatIsStuckAndWhatIsLostIsCounted() throws Exception {
    CountDownLatch stuck = new CountDownLatch(1);
    CountDownLatch entered = new CountDownLatch(1);
    AccessLog log =
        new AccessLog(
            new AccessLog.Target() {
              @Override
              public OutputStream stream() throws IOException {
                entered.countDown();
                try {
                  stuck.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                throw new IOException("there is no room left");
              }

              @Override
              public void close() {}
            });
    log.accept(entry("first"));
    entered.await();
    int more = 20_000;
    for (int i = 0; i < more; i++) {
      log.accept(entry("more"));
    }
    assertTrue(log.lost() > 0 && log.lost() < more, "only what did not fit is lost yet");
    stuck.countDown();
    log.close();
    assertEquals(more + 1, log.lost());
  }

  @Test
  void saneNamesOfRequestsAreKeptAndOthersReplaced() {
    for (String sane : List.of("a", "0af7651916cd43dd8448eb211c80319c", "x/1.2:3@h=+-_")) {
      assertEquals(sane, RequestIds.of(sane));
    }
    for (String insane : List.of("", " ", "a b", "-a", "a\"", "x".repeat(129), "\u00e4")) {
      String made = RequestIds.of(insane);
      assertTrue(made.matches("[0-9a-f]{16}"), made);
    }
    assertNotEquals(RequestIds.of(null), RequestIds.of(null));
  }

  @Test
  void everyRequestIsWrittenDown() throws Exception {
    try (LittleServer server = new LittleServer(settings -> settings)) {
      HttpResponse<String> asked =
          LittleServer.send(
              server
                  .request("/predict?top=1")
                  .header("Content-Type", "application/json")
                  .header("X-Request-Id", "mine")
                  .header("X-Forwarded-For", "10.0.0.7")
                  .POST(
                      java.net.http.HttpRequest.BodyPublishers.ofString(
                          "{\"texts\":[\"a\",\"b\"]}")));
      assertEquals("mine", asked.headers().firstValue("X-Request-Id").orElseThrow());
      AccessEntry entry = server.ended();
      assertEquals("mine", entry.id());
      assertEquals("POST /predict 200", entry.method() + " " + entry.path() + " " + entry.status());
      assertEquals("/predict", entry.route());
      assertEquals("10.0.0.7", entry.forwardedFor());
      assertEquals("127.0.0.1", entry.remote());
      assertEquals(2, entry.records());
      assertEquals("little", entry.model());
      assertEquals(19, entry.bytesIn());
      assertEquals(asked.body().length(), entry.bytesOut());
      assertTrue(entry.milliseconds() > 0 && !entry.cut() && !entry.lines());

      HttpResponse<String> nowhere = server.get("/no/where");
      entry = server.ended();
      assertEquals("none 404", entry.route() + " " + entry.status());
      assertEquals(nowhere.headers().firstValue("X-Request-Id").orElseThrow(), entry.id());
      server.get("/");
      entry = server.ended();
      assertEquals("/ 200", entry.route() + " " + entry.status());
      assertTrue(entry.bytesOut() > 1000);
    }
  }

  @Test
  void whatIsNoHttpIsWrittenDownToo() throws Exception {
    try (LittleServer server = new LittleServer(settings -> settings);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.server().port())) {
      socket.getOutputStream().write("\u0001\u0002\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readAllBytes();
      String text = new String(answer, StandardCharsets.UTF_8);
      assertTrue(text.startsWith("HTTP/1.1 400 "), text);
      JsonNode body = Json.mapper().readTree(text.substring(text.indexOf("\r\n\r\n") + 4));
      assertTrue(body.path("error").asText().contains("not a request of HTTP/1.1"), text);
      AccessEntry entry = server.ended();
      assertEquals("none 400", entry.route() + " " + entry.status());
    }
  }
}
