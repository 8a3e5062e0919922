package io.incrt.serve.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.Explanation;
import io.incrt.data.json.Json;
import io.incrt.serve.LittleServer;
import io.incrt.serve.LittleServer.LittleModel;
import io.incrt.serve.model.ModelSlot;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What spoke for an answer, asked of the queue and over HTTP. */
class ExplainTest {

  private final AtomicLong clock = new AtomicLong();
  private final List<Reasons> heard = new ArrayList<>();

  private static ModelSlot slot(LittleModel model) {
    ModelSlot slot = new ModelSlot("m");
    slot.put(model);
    return slot;
  }

  private ExplainQueue queue(int most) {
    return new ExplainQueue(most, Duration.ofNanos(100), clock::get);
  }

  /** Lets a queue do what waits, in this thread, and ends it. */
  private static void run(ExplainQueue queue, ModelSlot slot) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    queue.offer(slot, List.of(), reasons -> done.countDown());
    queue.start(task -> new Thread(task).start());
    done.await();
  }

  @Test
  void requestsAreExplainedInTheirOrder() throws Exception {
    ExplainQueue queue = queue(9);
    ModelSlot slot = slot(new LittleModel());
    assertTrue(queue.offer(slot, List.of("ab", "short"), heard::add));
    run(queue, slot);
    Reasons.Found found = assertInstanceOf(Reasons.Found.class, heard.get(0));
    assertEquals("first", found.explanations().get(0).orElseThrow().label());
    assertEquals(Optional.empty(), found.explanations().get(1));
    queue.close();
  }

  @Test
  void whatDoesNotFitIsNotAccepted() {
    ExplainQueue queue = queue(1);
    ModelSlot slot = slot(new LittleModel());
    assertTrue(queue.offer(slot, List.of("a"), heard::add));
    assertFalse(queue.offer(slot, List.of("a"), heard::add));
    assertEquals(1, queue.depth());
    queue.close();
    assertInstanceOf(Reasons.Stopped.class, heard.get(0));
    assertFalse(queue.offer(slot, List.of("a"), heard::add));
    assertEquals(1, heard.size());
  }

  @Test
  void nobodyWaitsLongerThanTheDeadline() {
    ExplainQueue queue = queue(9);
    ModelSlot slot = slot(new LittleModel());
    queue.offer(slot, List.of("a"), heard::add);
    clock.set(100);
    queue.expire();
    assertEquals(List.of(), heard);
    clock.set(101);
    queue.expire();
    assertInstanceOf(Reasons.Expired.class, heard.get(0));
    assertEquals(0, queue.depth());
  }

  @Test
  void aModelThatCannotOrFailsIsToldApart() throws Exception {
    ExplainQueue queue = queue(9);
    ModelSlot cannot =
        slot(
            new LittleModel() {
              @Override
              public Optional<Explanation> explain(String text) {
                throw new UnsupportedOperationException("no classes");
              }
            });
    ModelSlot fails =
        slot(
            new LittleModel() {
              @Override
              public Optional<Explanation> explain(String text) {
                throw new IllegalStateException("oh");
              }
            });
    queue.offer(cannot, List.of("a"), heard::add);
    queue.offer(fails, List.of("a"), heard::add);
    run(queue, cannot);
    assertEquals(new Reasons.Unsupported("no classes"), heard.get(0));
    assertInstanceOf(Reasons.Broken.class, heard.get(1));
    queue.close();
  }

  @Test
  void oneTextHasOneExplanation() throws Exception {
    try (LittleServer server = new LittleServer(settings -> settings)) {
      JsonNode one = json(server.post("/explain", "{\"model\":\"little\",\"text\":\"abc\"}"));
      assertEquals("1", one.path("id").asText());
      assertEquals("first", one.path("label").asText());
      assertEquals("bc", one.at("/pieces/1/text").asText());
      assertEquals("one", one.at("/parts/0/part").asText());
      assertFalse(one.has("note"));
      JsonNode top = json(server.post("/explain", "{\"text\":\"abc\",\"top\":1}"));
      assertEquals(1, top.path("pieces").size());
      assertEquals("explain 1", path(server) + " " + server.ended().records());
    }
  }

  private static String path(LittleServer server) throws InterruptedException {
    return server.ended().route().substring(1);
  }

  private static JsonNode json(HttpResponse<String> answer) throws Exception {
    assertEquals(200, answer.statusCode(), answer.body());
    return Json.mapper().readTree(answer.body());
  }

  @Test
  void severalHaveAListInTheirOrder() throws Exception {
    try (LittleServer server = new LittleServer(settings -> settings)) {
      JsonNode all =
          json(
              server.post(
                  "/explain",
                  "{\"records\":[{\"id\":\"x\",\"text\":\"ab\"},\"short\",\" \",\"cd\"]}"));
      assertEquals("little", all.path("model").asText());
      JsonNode list = all.path("explanations");
      assertEquals("x", list.at("/0/id").asText());
      assertTrue(list.at("/1/error").asText().contains("too short"), list::toString);
      assertEquals("the sequence is empty", list.at("/2/error").asText());
      assertEquals(
          "cd", list.at("/3/pieces/0/text").asText() + list.at("/3/pieces/1/text").asText());
    }
  }

  private static void assertRefused(
      LittleServer server, int status, String words, String path, String body) throws Exception {
    HttpResponse<String> answer = server.post(path, body);
    assertEquals(status, answer.statusCode(), answer.body());
    String error = Json.mapper().readTree(answer.body()).path("error").asText();
    assertTrue(error.contains(words), error);
  }

  @Test
  void whatCannotBeExplainedIsRefusedInWords() throws Exception {
    try (LittleServer server = new LittleServer(settings -> settings.explained(2))) {
      assertRefused(server, 413, "at most 2", "/explain", "{\"texts\":[\"a\",\"b\",\"c\"]}");
      assertRefused(server, 400, "is empty", "/explain", "{\"text\":\" \"}");
      assertRefused(server, 400, "too short", "/explain", "{\"text\":\"short\"}");
      assertRefused(
          server, 404, "there is no model", "/explain", "{\"model\":\"x\",\"text\":\"a\"}");
      assertRefused(server, 400, "not JSON", "/explain", "{");
      HttpResponse<String> lines =
          LittleServer.send(
              server
                  .request("/explain")
                  .header("Content-Type", "text/plain")
                  .POST(java.net.http.HttpRequest.BodyPublishers.ofString("a\n")));
      assertEquals(415, lines.statusCode());
    }
    try (LittleServer server = new LittleServer(settings -> settings.explained(0))) {
      assertRefused(server, 501, "explains nothing", "/explain", "{\"text\":\"a\"}");
    }
  }

  @Test
  void answersGoOnWhileMuchIsExplainedAndTooMuchIsRefused() throws Exception {
    CountDownLatch free = new CountDownLatch(1);
    LittleModel slow =
        new LittleModel() {
          @Override
          public Optional<Explanation> explain(String text) {
            try {
              free.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            return super.explain(text);
          }
        };
    try (LittleServer server = new LittleServer(settings -> settings, slow)) {
      List<CompletableFuture<Integer>> asked = new ArrayList<>();
      int refused = 0;
      // One is being explained, sixteen may wait.
      for (int i = 0; i < 40; i++) {
        asked.add(
            CompletableFuture.supplyAsync(() -> status(server), task -> new Thread(task).start()));
      }
      assertEquals(200, server.post("/predict", "{\"text\":\"a\"}").statusCode());
      free.countDown();
      for (CompletableFuture<Integer> one : asked) {
        int status = one.get();
        assertTrue(status == 200 || status == 429, "" + status);
        refused += status == 429 ? 1 : 0;
      }
      assertTrue(refused <= 40 - 16, "" + refused);
    }
  }

  private static int status(LittleServer server) {
    try {
      HttpResponse<String> answer = server.post("/explain", "{\"text\":\"a\"}");
      assertEquals(
          answer.statusCode() == 429, answer.headers().firstValue("Retry-After").isPresent());
      return answer.statusCode();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
