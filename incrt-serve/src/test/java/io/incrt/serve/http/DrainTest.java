package io.incrt.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.serve.model.FakeModel;
import io.incrt.serve.settings.ServerSettings;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that is told to stop answers what it accepted, and nothing else. */
@Timeout(60)
class DrainTest {

  private static final String ASK = Client.post("/predict", "application/json", "{\"text\":\"a\"}");

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);

  @Test
  void whatWasAcceptedIsAnsweredAndNothingElse() throws Exception {
    FakeModel model = ServerBench.waiting(asked, go);
    try (ServerBench bench = ServerBench.with(ServerBench.settings(), model);
        Client computing = bench.client();
        Client waiting = bench.client();
        Client stream = bench.client();
        Client late = bench.client();
        Client idle = bench.client()) {
      computing.send(ASK);
      ServerBench.await(asked);
      waiting.send(ASK);
      stream.send(Client.head("/predict", "text/plain") + "Transfer-Encoding: chunked\r\n\r\n");
      stream.send(Client.chunk("ab\n"));
      while (!bench.get("/metrics").text().contains("incrt_queue_records{model=\"m\"} 2")) {
        Thread.onSpinWait();
      }
      idle.send(Client.get("/v2/health/ready")).read().ok();
      CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(bench.server()::drain);
      Client.Said said;
      do {
        said = late.send(Client.post("/predict", "application/json", "{}")).read();
      } while (said.status() == 400);
      assertEquals("1", said.refused(503, "the server is shutting down").header("Retry-After"));
      assertTrue(said.closes());
      Client.Said ready = idle.send(Client.get("/v2/health/ready")).read();
      assertEquals(503, ready.status());
      assertTrue(ready.closes());
      assertFalse(drained.isDone(), "two wait, and one is computed");
      go.countDown();
      computing.read().ok();
      waiting.read().ok();
      // What of a stream comes later belongs to what was accepted.
      stream.readHead().ok();
      assertTrue(stream.readChunk().contains("even1"));
      stream.send(Client.chunk("a\n") + "0\r\n\r\n");
      assertTrue(stream.readChunk().contains("odd1"));
      assertEquals("", stream.readChunk());
      assertTrue(drained.get(30, TimeUnit.SECONDS));
      assertThrows(ConnectException.class, bench::client);
    }
    assertTrue(model.isClosed());
  }

  @Test
  void aServerWithNothingToDoIsDrainedAtOnce() throws IOException {
    try (ServerBench bench = ServerBench.with(ServerBench.settings());
        Client idle = bench.client()) {
      idle.send(ASK).read().ok();
      assertTrue(bench.server().drain());
      bench.stop();
      idle.requireClosed();
    }
    try (ServerBench empty = ServerBench.empty(ServerBench.settings(), "m")) {
      assertTrue(empty.server().drain());
    }
  }

  @Test
  void whoDoesNotFinishWithinTheGraceIsNotWaitedFor() throws IOException {
    ServerSettings settings = ServerBench.settings().withGrace(Duration.ofMillis(100));
    try (ServerBench bench = ServerBench.with(settings, ServerBench.waiting(asked, go));
        Client computing = bench.client()) {
      computing.send(ASK);
      ServerBench.await(asked);
      assertFalse(bench.server().drain());
      go.countDown();
    }
  }

  @Test
  void whoHasItsAnswerAndStillOwesABodyIsNotWaitedFor() throws Exception {
    ServerSettings settings = ServerBench.settings().withGrace(Duration.ofSeconds(10));
    try (ServerBench bench = ServerBench.with(settings);
        Client owing = bench.client();
        Client refused = bench.client()) {
      owing.send(Client.get("/v2/health/live").replace("h\r\n", "h\r\nContent-Length: 9\r\n"));
      owing.readHead().ok();
      refused.send(Client.head("/nowhere", "text/plain") + "Content-Length: 9\r\n\r\n");
      refused.read().refused(404, "");
      assertTrue(bench.server().drain());
    }
  }

  @Test
  void whoWaitsWhenTheServerIsClosedHearsIt() throws Exception {
    FakeModel model = ServerBench.waiting(asked, go);
    ServerBench bench = ServerBench.with(ServerBench.settings(), model);
    try (Client computing = bench.client();
        Client waiting = bench.client()) {
      computing.send(ASK);
      ServerBench.await(asked);
      waiting.send(ASK);
      while (!bench.get("/metrics").text().contains("incrt_queue_records{model=\"m\"} 1")) {
        Thread.onSpinWait();
      }
      bench.close();
      try {
        waiting.read().refused(503, "the server is shutting down");
      } catch (EOFException e) {
        // Closed before the word was out.
      }
      assertFalse(model.isClosed(), "it is still computing");
      go.countDown();
      while (!model.isClosed()) {
        Thread.onSpinWait();
      }
    }
    bench.close();
  }
}
