package io.incrt.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.serve.model.FakeModel;
import io.incrt.serve.settings.ServerSettings;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that are slow, and clients for whom there is no room. */
@Timeout(60)
class PatienceTest {

  private static final Duration SHORT = Duration.ofMillis(300);

  /** Longer than a busy machine may let a test wait between two of its lines. */
  private static final Duration LONGER = Duration.ofMillis(1500);

  private static final String ASK = Client.post("/predict", "application/json", "{\"text\":\"a\"}");

  @Test
  void headersThatDripAreNotWaitedForForEver() throws IOException {
    ServerSettings settings = ServerBench.settings().withHeaderPatience(SHORT);
    try (ServerBench bench = ServerBench.with(settings);
        Client slow = bench.client()) {
      slow.send("GET / HTTP/1.1\r\nHost: h\r\n");
      // Each line alone comes soon enough.
      boolean ended = false;
      for (int i = 0; i < 400 && !ended; i++) {
        ended = slow.hearsWithin(Duration.ofMillis(50));
        slow.push((byte) 'x', (byte) ':', (byte) 'y', (byte) '\r', (byte) '\n');
      }
      assertTrue(ended, "it may go on for ever");
      bench.predict("{\"text\":\"a\"}").ok();
    }
  }

  @Test
  void aBodyThatDripsIsNotWaitedForForEver() throws IOException {
    ServerSettings settings = ServerBench.settings().withBodyPatience(SHORT);
    try (ServerBench bench = ServerBench.with(settings)) {
      for (String more :
          List.of("Content-Length: 5000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n")) {
        try (Client slow = bench.client()) {
          slow.send(Client.head("/predict", "application/json") + more);
          boolean ended = false;
          for (int i = 0; i < 400 && !ended; i++) {
            slow.push((byte) '1', (byte) '\r', (byte) '\n', (byte) ' ', (byte) '\r', (byte) '\n');
            ended = slow.hearsWithin(Duration.ofMillis(50));
          }
          assertTrue(slow.read().refused(408, "the body did not come within").closes());
        }
      }
      // Who has sent all in time is waited for no longer.
      try (Client client = bench.client()) {
        client.send(ASK).read().ok();
        client.send(ASK).read().ok();
      }
      assertTrue(bench.server().drain());
    }
  }

  @Test
  void aConnectionThatIsSilentIsClosed() throws IOException {
    ServerSettings settings = ServerBench.settings().withIdle(LONGER);
    try (ServerBench bench = ServerBench.with(settings)) {
      try (Client client = bench.client()) {
        client.send(ASK).read().ok();
        client.requireClosed();
      }
      try (Client client = bench.client()) {
        client.send(Client.head("/predict", "application/json") + "Content-Length: 50\r\n\r\n{");
        assertTrue(client.read().refused(408, "").closes());
      }
      try (Client client = bench.client()) {
        client.send(
            Client.head("/predict", "text/plain") + "Content-Length: 50\r\n\r\nfirst\nsecond");
        client.readHead().ok();
        List<String> said = List.of(client.readChunk(), client.readChunk());
        assertTrue(said.get(0).contains("\"odd1\""), said::toString);
        assertTrue(said.get(1).contains("nothing came for"), said::toString);
      }
    }
  }

  @Test
  void anAnswerMayTakeLongerThanAConnectionMayBeSilent() throws IOException {
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    try (ServerBench bench =
            ServerBench.with(
                ServerBench.settings().withIdle(LONGER), ServerBench.waiting(asked, go));
        Client client = bench.client()) {
      client.send(ASK);
      ServerBench.await(asked);
      try (Client other = bench.client()) {
        // By the time this one was silent for too long, so was the first.
        other.requireClosed();
      }
      go.countDown();
      client.read().ok();
    }
  }

  @Test
  void whoeverFindsTheQueueFullIsToldWhenToComeBack() throws IOException {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    FakeModel model = ServerBench.waiting(asked, go);
    ServerSettings settings =
        ServerBench.settings()
            .withQueue(ServerBench.queue(ServerBench.RECORDS, 1, Duration.ofSeconds(60)));
    try (ServerBench bench = ServerBench.with(settings, model);
        Client first = bench.client();
        Client second = bench.client()) {
      first.send(ASK);
      ServerBench.await(asked);
      String eight = "{\"texts\":[\"a\",\"a\",\"a\",\"a\",\"a\",\"a\",\"a\",\"a\"]}";
      second.send(Client.post("/predict", "application/json", eight));
      while (!bench.get("/metrics").text().contains("incrt_queue_records{model=\"m\"} 8")) {
        Thread.onSpinWait();
      }
      for (Client.Said full :
          List.of(
              bench.predict("{\"text\":\"a\"}"),
              bench.post("/predict", "text/plain", "a\nb"),
              bench.post(
                  "/v2/models/m/infer",
                  "application/json",
                  "{\"inputs\":[{\"name\":\"text\",\"datatype\":\"BYTES\",\"shape\":[1],"
                      + "\"data\":[\"a\"]}]}"))) {
        String after = full.refused(429, "the queue of the model m is full").header("Retry-After");
        assertTrue(Integer.parseInt(after) >= 1, after);
      }
      // What needs no model is answered all the while.
      bench.get("/v2/health/ready").ok();
      go.countDown();
      first.read().ok();
      assertEquals(8, second.read().ok().json().path("predictions").size());
      bench.predict("{\"text\":\"a\"}").ok();
    }
  }

  @Test
  void whoWaitsTooLongForItsTurnIsToldSo() throws IOException {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    try (ServerBench bench =
            ServerBench.with(
                ServerBench.settings().withQueue(ServerBench.queue(32, 1, LONGER)),
                ServerBench.waiting(asked, go));
        Client first = bench.client();
        Client second = bench.client();
        Client third = bench.client()) {
      first.send(ASK);
      ServerBench.await(asked);
      second.send(ASK);
      third.send(Client.post("/predict", "text/plain", "a\nb"));
      second.read().refused(504, "the request waited longer for its turn");
      third.read().refused(504, "the request waited longer for its turn");
      go.countDown();
      first.read().ok();
    }
  }

  @Test
  void aModelThatFailsIsNotTheEnd() throws IOException {
    FakeModel model =
        new FakeModel(
            1,
            texts -> {
              if (texts.contains("poison")) {
                throw new IllegalStateException("secret");
              }
            });
    try (ServerBench bench = ServerBench.with(ServerBench.settings(), model)) {
      bench
          .predict("{\"text\":\"poison\"}")
          .refused(500, "the model failed to answer; the server's log says why");
      bench.post("/predict", "text/plain", "poison").refused(500, "the model failed");
      bench.predict("{\"text\":\"a\"}").ok();
    }
  }

  @Test
  void onlySoManyConnectionsAreOpenAtATime() throws IOException {
    try (ServerBench bench = ServerBench.with(ServerBench.settings().withConnections(2))) {
      Client third;
      try (Client first = bench.client();
          Client second = bench.client()) {
        first.send(ASK).read().ok();
        second.send(ASK).read().ok();
        third = bench.client();
        first.send(ASK).read().ok();
      }
      // Its turn comes when others have gone.
      try (Client last = third) {
        last.send(ASK).read().ok();
      } catch (EOFException e) {
        bench.predict("{\"text\":\"a\"}").ok();
      }
    }
  }
}
