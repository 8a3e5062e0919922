package io.incrt.serve.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.report.LivePage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchServerTest {

  @TempDir private Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private WatchServer server;

  @BeforeEach
  void serve() throws IOException {
    server = new WatchServer(folder, "127.0.0.1", 0, Instant.MIN);
    server.start();
  }

  @AfterEach
  void end() {
    server.close();
  }

  private HttpResponse<String> ask(String method, String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.address()).resolve(path))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void thePageAndWhatBelongsToItAreSentWithAStrictPolicy() throws Exception {
    for (String path : new String[] {"/", "/watch.css", "/watch.js", "/watch.svg"}) {
      HttpResponse<String> answer = ask("GET", path);
      assertEquals(200, answer.statusCode(), path);
      assertEquals(
          LivePage.POLICY, answer.headers().firstValue("Content-Security-Policy").orElseThrow());
      String tag = answer.headers().firstValue("ETag").orElseThrow();
      HttpResponse<String> same = ask("GET", path, "If-None-Match", tag);
      assertEquals(304, same.statusCode(), path);
      assertEquals("", same.body());
      HttpResponse<String> head = ask("HEAD", path);
      assertEquals(200, head.statusCode());
      assertEquals("", head.body());
    }
  }

  @Test
  void whatIsNotThereIsSaidInALine() throws Exception {
    assertEquals(404, ask("GET", "/live.jsonl").statusCode());
    HttpResponse<String> post = ask("POST", "/");
    assertEquals(405, post.statusCode());
    assertEquals("GET, HEAD", post.headers().firstValue("Allow").orElseThrow());
  }

  @Test
  void aPageOfAnotherSiteIsTurnedAway() throws Exception {
    URI address = URI.create(server.address());
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      String said = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(said.startsWith("HTTP/1.1 421 "), said);
      assertTrue(said.contains("for this machine alone"), said);
    }
  }

  @Test
  void aPortThatIsTakenIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        WatchServer other =
            new WatchServer(folder, "127.0.0.1", taken.getLocalPort(), Instant.MIN)) {
      String message =
          assertThrows(WatchServer.PortTakenException.class, other::start).getMessage();
      assertEquals(
          "port "
              + taken.getLocalPort()
              + " is taken by another program; choose another, or 0 for any that is free",
          message);
    }
  }

  @Test
  void aLogThatNoRunWritesIsNoFailureOfTheServer() throws Exception {
    WrittenRun.begin(folder, "one").close();
    Files.writeString(
        folder.resolve("live.jsonl"),
        "{\"live\":\"grew\",\"at\":null,\"event\":{\"event\":\"LayerRemoved\",\"step\":3,\"layer\":0}}\n",
        StandardOpenOption.APPEND);
    HttpResponse<String> answer = ask("GET", "/");
    assertEquals(200, answer.statusCode());
    assertTrue(answer.body().contains("Its log says what no run says"), answer.body());
  }
}
