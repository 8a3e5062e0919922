package io.incrt.serve.http;

import io.incrt.serve.PredictionServer;
import io.incrt.serve.model.Answerer;
import io.incrt.serve.model.FakeModel;
import io.incrt.serve.queue.QueueSettings;
import io.incrt.serve.request.Limits;
import io.incrt.serve.settings.ServerSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A whole server in a test, with models that do as they are told and small limits. */
final class ServerBench implements AutoCloseable {

  static final int BODY = 64 << 10;
  static final int STREAM = 4 << 20;
  static final int RECORDS = 8;
  static final int LETTERS = 2000;
  static final int HEADERS = 2048;
  static final int QUEUE = 32;

  private final PredictionServer server;
  private final int port;

  private ServerBench(ServerSettings settings, String... models) throws IOException {
    server = new PredictionServer(settings, List.of(models), Executors::newFixedThreadPool);
    server.start();
    port = server.port();
  }

  /** Small limits, and times that no test waits for. */
  static ServerSettings settings() {
    return ServerSettings.defaults()
        .withPort(0)
        .withLimits(new Limits(BODY, STREAM, RECORDS, LETTERS))
        .withQueue(queue(QUEUE, 1, Duration.ofSeconds(60)))
        .withHeaderBytes(HEADERS)
        .withGrace(Duration.ofSeconds(20))
        .withIdle(Duration.ofSeconds(20));
  }

  static QueueSettings queue(int records, int threads, Duration deadline) {
    return new QueueSettings(records, 1 << 20, 4, threads, deadline);
  }

  /** A server whose models are still to be put. */
  static ServerBench empty(ServerSettings settings, String... models) throws IOException {
    return new ServerBench(settings, models);
  }

  /** A server with the model 1, called m. */
  static ServerBench with(ServerSettings settings) throws IOException {
    return with(settings, new FakeModel(1));
  }

  static ServerBench with(ServerSettings settings, Answerer model) throws IOException {
    ServerBench bench = new ServerBench(settings, "m");
    bench.put("m", model);
    return bench;
  }

  /** A model that waits before it answers until it may go on. */
  static FakeModel waiting(CountDownLatch asked, CountDownLatch go) {
    return new FakeModel(
        1,
        texts -> {
          asked.countDown();
          awaitDeaf(go);
        });
  }

  /** As native code does it: whoever interrupts it is not heard. */
  private static void awaitDeaf(CountDownLatch latch) {
    boolean interrupted = false;
    while (latch.getCount() > 0) {
      interrupted |= Thread.interrupted();
      LockSupport.parkNanos(1_000_000);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  static void await(CountDownLatch latch) {
    try {
      if (!latch.await(20, TimeUnit.SECONDS)) {
        throw new IllegalStateException("what was waited for did not come");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void put(String name, Answerer model) {
    server.put(name, model);
  }

  PredictionServer server() {
    return server;
  }

  Client client() throws IOException {
    return new Client(port);
  }

  /** Asks once, on a connection of its own. */
  Client.Said ask(String request) throws IOException {
    try (Client client = client()) {
      return client.send(request).read();
    }
  }

  Client.Said get(String path) throws IOException {
    return ask(Client.get(path));
  }

  Client.Said post(String path, String type, String body) throws IOException {
    return ask(Client.post(path, type, body));
  }

  Client.Said predict(String body) throws IOException {
    return post("/predict", "application/json", body);
  }

  /** Ends at once; once more is allowed. */
  void stop() {
    server.close();
  }

  @Override
  public void close() {
    stop();
  }
}
