package io.incrt.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.serve.model.FakeModel;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Models change and the server stops while clients ask. */
@Timeout(120)
class LoadTest {

  private static final int CLIENTS = 4;
  private static final int RELOADS = 100;
  private static final int RECORDS = 6;

  private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);

  private List<Future<Integer>> clients(Callable<Integer> what) {
    List<Future<Integer>> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(threads.submit(what));
    }
    return clients;
  }

  private int sum(List<Future<Integer>> counts) throws Exception {
    int sum = 0;
    for (Future<Integer> count : counts) {
      sum += count.get();
    }
    threads.shutdown();
    return sum;
  }

  private static String document(int turn) {
    StringBuilder records = new StringBuilder();
    for (int i = 0; i < RECORDS; i++) {
      records.append(i == 0 ? "" : ",").append('"').append("a".repeat(1 + (turn + i) % 50));
      records.append('"');
    }
    return "{\"texts\":[" + records + "]}";
  }

  /** Requires that every record has its own answer, and all of them are of one model. */
  private static void requireWhole(int turn, JsonNode answers) {
    assertEquals(RECORDS, answers.size());
    int model = (int) answers.get(0).path("known").asDouble();
    for (int i = 0; i < RECORDS; i++) {
      int length = 1 + (turn + i) % 50;
      JsonNode answer = answers.get(i);
      assertEquals(String.valueOf(i + 1), answer.path("id").asText());
      assertEquals(FakeModel.known(model, "a".repeat(length)), answer.path("known").asDouble());
      assertEquals(FakeModel.label(model, length), answer.path("label").asText());
    }
  }

  @Test
  void aHundredReloadsLoseAndMixNoAnswer() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger asked = new AtomicInteger();
    List<FakeModel> models = new ArrayList<>();
    try (ServerBench bench = ServerBench.empty(ServerBench.settings(), "m")) {
      models.add(new FakeModel(1));
      bench.put("m", models.get(0));
      List<Future<Integer>> clients =
          clients(
              () -> {
                int answered = 0;
                try (Client client = bench.client()) {
                  for (; !over.get(); answered++) {
                    Client.Said said =
                        client
                            .send(Client.post("/predict", "application/json", document(answered)))
                            .read()
                            .ok();
                    requireWhole(answered, said.json().path("predictions"));
                    asked.incrementAndGet();
                  }
                }
                return answered;
              });
      for (int i = 2; i < RELOADS + 2; i++) {
        int before = asked.get();
        FakeModel next = new FakeModel(i);
        models.add(next);
        bench.put("m", next);
        while (asked.get() < before + 2 && clients.stream().noneMatch(Future::isDone)) {
          Thread.onSpinWait();
        }
      }
      over.set(true);
      assertTrue(sum(clients) >= 2 * RELOADS);
      for (FakeModel model : models.subList(0, RELOADS)) {
        assertTrue(model.isClosed(), "none is kept");
      }
    }
    assertTrue(models.get(RELOADS).isClosed());
  }

  @Test
  void whatIsAcceptedBeforeAStopIsAnsweredWhole() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (ServerBench bench = ServerBench.with(ServerBench.settings())) {
      List<Future<Integer>> clients = clients(() -> askUntilRefused(bench, asked));
      while (asked.get() < 200 && clients.stream().noneMatch(Future::isDone)) {
        Thread.onSpinWait();
      }
      assertTrue(bench.server().drain());
      bench.stop();
      assertTrue(sum(clients) >= 200);
    }
  }

  /** Every answer is whole, or says that the server stops; only who was not heard is left alone. */
  private static int askUntilRefused(ServerBench bench, AtomicInteger asked) throws IOException {
    int answered = 0;
    while (true) {
      try (Client client = bench.client()) {
        for (int i = 0; i < 10; i++) {
          client.send(Client.post("/predict", "application/json", document(answered)));
          Client.Said said;
          try {
            said = client.readHead();
          } catch (EOFException | SocketException e) {
            // Not a byte of an answer: the connection was closed before the request was read.
            return answered;
          }
          said = client.readBody(said);
          if (said.status() == 503) {
            said.refused(503, "the server is shutting down");
            return answered;
          }
          requireWhole(answered, said.ok().json().path("predictions"));
          answered++;
          asked.incrementAndGet();
        }
      } catch (ConnectException e) {
        return answered;
      }
    }
  }
}
