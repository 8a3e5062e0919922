package io.incrt.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.serve.model.FakeModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lines that are answered while they come, however long that takes and however it ends. */
@Timeout(60)
class StreamTest {

  private static final String CHUNKED =
      Client.head("/predict", "text/plain") + "Transfer-Encoding: chunked\r\n\r\n";

  private static String line(Client client) throws IOException {
    return client.readChunk();
  }

  @Test
  void answersComeBeforeTheBodyHasEnded() throws IOException {
    try (ServerBench bench = ServerBench.with(ServerBench.settings());
        Client client = bench.client()) {
      client.send(CHUNKED);
      client.send(Client.chunk("a\n"));
      client.readHead().ok();
      assertTrue(line(client).contains("\"odd1\""));
      client.send(Client.chunk("ab\na"));
      assertTrue(line(client).contains("\"even1\""));
      client.send(Client.chunk("bc\n"));
      String third = line(client);
      assertTrue(third.contains("\"id\":\"3\"") && third.contains("\"odd1\""), third);
      client.send("0\r\n\r\n");
      assertEquals("", line(client));
      client.send(Client.get("/v2/health/live")).read().ok();
    }
  }

  @Test
  void aLongStreamIsAnsweredInItsOrderByManyThreads() throws IOException, InterruptedException {
    String body =
        IntStream.range(0, 3000)
            .mapToObj(i -> i % 100 == 7 ? "" : "a".repeat(1 + i % 50))
            .collect(Collectors.joining("\n"));
    try (ServerBench bench =
            ServerBench.with(
                ServerBench.settings()
                    .withQueue(ServerBench.queue(64, 3, java.time.Duration.ofSeconds(60))));
        Client client = bench.client()) {
      byte[] request = Client.post("/predict", "text/plain", body).getBytes(StandardCharsets.UTF_8);
      Thread sending = new Thread(() -> client.push(request));
      sending.start();
      List<JsonNode> lines = client.read().ok().lines();
      sending.join();
      assertEquals(3000, lines.size());
      for (int i = 0; i < 3000; i++) {
        assertEquals(i + 1, lines.get(i).path("id").asInt());
        if (i % 100 == 7) {
          assertEquals("the sequence is empty", lines.get(i).path("error").asText());
        } else {
          assertEquals(
              FakeModel.known(1, "a".repeat(1 + i % 50)), lines.get(i).path("known").asDouble());
        }
      }
    }
  }

  @Test
  void aStreamThatNobodyReadsIsNotReadOn() throws IOException {
    try (ServerBench bench = ServerBench.with(ServerBench.settings())) {
      Client lazy = bench.client();
      byte[] body = "a\n".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
      AtomicBoolean sent = new AtomicBoolean();
      Thread sending =
          new Thread(
              () -> {
                lazy.push(
                    (Client.head("/predict", "text/plain")
                            + "Content-Length: "
                            + body.length
                            + "\r\n\r\n")
                        .getBytes(StandardCharsets.UTF_8));
                lazy.push(body);
                sent.set(true);
              });
      sending.start();
      // Others are answered meanwhile.
      for (int i = 0; i < 20; i++) {
        bench.predict("{\"text\":\"a\"}").ok();
      }
      lazy.vanish();
      assertTrue(bench.server().drain(), "it is not waited for");
    }
  }

  @Test
  void whatCannotBeReadOnIsSaidInItsLastLine() throws IOException {
    try (ServerBench bench = ServerBench.with(ServerBench.settings());
        Client client = bench.client()) {
      client.send(CHUNKED).send(Client.chunk("a\n"));
      client.readHead().ok();
      assertTrue(line(client).contains("\"odd1\""));
      client.push(Client.chunk("a".repeat(30_000)).getBytes(StandardCharsets.UTF_8));
      String last = line(client);
      assertTrue(
          last.contains("\"id\":\"2\"") && last.contains("a line has more than 25000 bytes"), last);
      assertEquals("", line(client));
    }
  }

  @Test
  void aStreamHasItsLimitToo() throws IOException {
    try (ServerBench bench = ServerBench.with(ServerBench.settings());
        Client client = bench.client()) {
      byte[] piece =
          Client.chunk(("a".repeat(1023) + "\n").repeat(256)).getBytes(StandardCharsets.UTF_8);
      Thread sending =
          new Thread(
              () -> {
                client.push(CHUNKED.getBytes(StandardCharsets.UTF_8));
                for (int i = 0; i < 20; i++) {
                  client.push(piece);
                }
              });
      sending.start();
      List<JsonNode> lines = client.read().ok().lines();
      JsonNode last = lines.get(lines.size() - 1);
      assertEquals("the body has more than 4194304 bytes", last.path("error").asText());
      assertTrue(lines.size() <= 4097, "no more was answered than may come");
    }
  }

  @Test
  void aModelThatFailsBeforeTheBodyHasEndedIsToldAndTheConnectionEnds() throws IOException {
    FakeModel failing =
        new FakeModel(
            1,
            texts -> {
              throw new IllegalStateException("broken");
            });
    try (ServerBench bench = ServerBench.with(ServerBench.settings(), failing)) {
      for (int i = 0; i < 5; i++) {
        try (Client client = bench.client()) {
          // More is announced, and does not come.
          client.send(CHUNKED).send(Client.chunk("a\n"));
          assertTrue(client.read().refused(500, "the model failed to answer").closes());
          client.requireClosed();
        }
      }
      assertTrue(bench.server().drain(), "no request is left behind");
    }
  }

  @Test
  void aModelThatFailsLaterIsToldByItsLines() throws IOException {
    FakeModel failing =
        new FakeModel(
            1,
            texts -> {
              if (texts.contains("poison")) {
                throw new IllegalStateException("broken");
              }
            });
    try (ServerBench bench = ServerBench.with(ServerBench.settings(), failing);
        Client client = bench.client()) {
      client.send(CHUNKED).send(Client.chunk("a\n"));
      client.readHead().ok();
      assertTrue(line(client).contains("odd1"));
      client.send(Client.chunk("poison\n"));
      assertTrue(line(client).contains("the model failed to answer"));
      client.send(Client.chunk("ab\n") + "0\r\n\r\n");
      assertTrue(line(client).contains("even1"));
      assertEquals("", line(client));
    }
  }

  @Test
  void whoGoesAwayInMidStreamLeavesNothingBehind() throws IOException {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    try (ServerBench bench =
        ServerBench.with(ServerBench.settings(), ServerBench.waiting(asked, go))) {
      Client early = bench.client();
      early.send(CHUNKED).send(Client.chunk("a\n"));
      ServerBench.await(asked);
      early.vanish();
      go.countDown();
      Client late = bench.client();
      late.send(CHUNKED).send(Client.chunk("a\n"));
      late.readHead().ok();
      late.vanish();
      Client half = bench.client();
      half.send(Client.head("/predict", "text/plain") + "Content-Length: 100\r\n\r\na\nb");
      half.halfClose();
      half.close();
      bench.predict("{\"text\":\"a\"}").ok();
      assertTrue(bench.server().drain());
    }
  }

  @Test
  void aBodyThatEndsTooSoonIsNoWholeStream() throws IOException {
    try (ServerBench bench = ServerBench.with(ServerBench.settings());
        Client client = bench.client()) {
      client.send(CHUNKED).send(Client.chunk("a\n"));
      client.readHead().ok();
      assertTrue(line(client).contains("odd1"));
      client.send("garbage\r\n");
      // Whatever is said now, it must not look like the proper end.
      try {
        String more = line(client);
        assertTrue(more.contains("error"), more);
      } catch (IOException e) {
        client.requireClosed();
      }
      assertTrue(bench.server().drain());
    }
  }

  @Test
  void onlySoManyStreamsAreAnsweredAtATime() throws IOException {
    try (ServerBench bench = ServerBench.with(ServerBench.settings().withStreams(1));
        Client first = bench.client()) {
      first.send(CHUNKED).send(Client.chunk("a\n"));
      first.readHead().ok();
      Client.Said refused =
          bench.post("/predict", "text/plain", "a").refused(429, "answers 1 streams already");
      assertEquals("1", refused.header("Retry-After"));
      bench.predict("{\"text\":\"a\"}").ok();
      first.send("0\r\n\r\n");
      while (!line(first).isEmpty()) {
        // To its end.
      }
      bench.post("/predict", "text/plain", "a").ok();
    }
  }
}
