package io.incrt.bench.load;

import static io.incrt.bench.load.FakeServer.answer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The generator's counts, against a server that does as it is told. */
class LoadTest {

  private static final String RIGHT = prediction("x", 0.75);
  private static final Map<String, Double> EXPECTED = Map.of("x", 0.75, "y", 0.25);
  private static final int ENOUGH = 60;

  private static String prediction(String label, double probability) {
    return "{\"predictions\": [{\"label\": \""
        + label
        + "\", \"probability\": "
        + probability
        + ", \"probabilities\": {\"x\": 0.75, \"y\": 0.25}}]}";
  }

  /** One record, of which one of these models should speak. */
  private static Cases cases(List<Map<String, Double>> models) {
    return new Cases(
        List.of(new Cases.Case("{\"text\": \"ACGT\"}", models.stream().map(List::of).toList())),
        1e-4);
  }

  private static LoadPlan plan(int port, int connections, double rate) {
    return new LoadPlan(port, "/predict", "", connections, rate, 0, 60, 20, 1);
  }

  /** Asks until a server has been asked often enough. */
  private static LoadReport ask(Cases cases, double rate, IntFunction<String> answers)
      throws IOException {
    try (FakeServer server = new FakeServer(answers)) {
      BooleanSupplier enough = () -> server.requests() >= ENOUGH;
      LoadReport report = new Load(plan(server.port(), 3, rate), cases, enough).run();
      assertEquals(server.requests(), report.sent(), report.toString());
      assertEquals(
          report.sent(),
          report.ok()
              + report.refused()
              + report.unavailable()
              + report.expired()
              + report.others().values().stream().mapToLong(Long::longValue).sum()
              + report.wrong()
              + report.lost(),
          "every request is counted once");
      return report;
    }
  }

  private static String ok(String body) {
    return answer("200 OK", "", body);
  }

  @Test
  void rightAnswersAreCountedAndTimedInBothLoops() throws IOException {
    for (double rate : new double[] {0, 2000}) {
      LoadReport report = ask(cases(List.of(EXPECTED)), rate, number -> ok(RIGHT));
      assertEquals(report.sent(), report.ok(), report.toString());
      assertTrue(report.latency().max() > 0, report.toString());
      assertTrue(report.rate() > 0 && report.offered() > 0, report.toString());
      assertEquals(report.rate(), report.recordRate());
    }
  }

  @Test
  void wrongAnswersAreCounted() throws IOException {
    List<String> wrong =
        List.of(
            ok(prediction("y", 0.25)),
            ok(prediction("x", 0.74)),
            ok(prediction("z", 0.75)),
            ok("{\"predictions\": []}"),
            ok("nonsense"),
            ok(RIGHT.replace("0.25", "0.26")),
            answer("429 Too Many Requests", "", "without Retry-After"),
            "SSH-2.0-OpenSSH\r\n\r\n");
    LoadReport report =
        ask(
            cases(List.of(EXPECTED)),
            0,
            number -> number % 10 < 8 ? wrong.get(number % 10) : ok(RIGHT));
    assertTrue(report.wrong() >= 0.8 * (ENOUGH - 8), report.toString());
    assertTrue(report.ok() > 0, report.toString());
    assertTrue(report.problems().get(0).contains("{"), report.problems().toString());
  }

  @Test
  void answersOfTwoModelsAreRightIfOneGaveAllOfThem() throws IOException {
    Map<String, Double> other = Map.of("x", 0.1, "y", 0.9);
    String ofOther =
        "{\"predictions\": [{\"label\": \"y\", \"probability\": 0.9, \"probabilities\": {\"x\":"
            + " 0.1, \"y\": 0.9}}]}";
    LoadReport report =
        ask(cases(List.of(EXPECTED, other)), 0, number -> ok(number % 2 == 0 ? RIGHT : ofOther));
    assertEquals(report.sent(), report.ok(), report.toString());
    Cases two =
        new Cases(
            List.of(
                new Cases.Case("{}", List.of(List.of(EXPECTED, EXPECTED), List.of(other, other)))),
            1e-4);
    String mixed =
        ("{\"predictions\": [" + inner(RIGHT) + ", " + inner(ofOther) + "]}").replace("  ", " ");
    assertEquals(0, ask(two, 0, number -> ok(mixed)).ok(), "half of each is wrong");
  }

  private static String inner(String predictions) {
    return predictions.replaceAll(".*\\[(.*)\\].*", "$1");
  }

  @Test
  void refusalsAreCountedByKind() throws IOException {
    LoadReport report =
        ask(
            cases(List.of(EXPECTED)),
            0,
            number ->
                switch (number % 5) {
                  case 0 -> answer("429 Too Many Requests", "Retry-After: 1\r\n", "{}");
                  case 1 -> answer("503 Service Unavailable", "Retry-After: 1\r\n", "{}");
                  case 2 -> answer("504 Gateway Timeout", "", "");
                  case 3 -> answer("418 I'm a teapot", "Connection: close\r\n", "short and stout");
                  default -> ok(RIGHT);
                });
    for (long count : List.of(report.refused(), report.unavailable(), report.expired())) {
      assertTrue(count >= ENOUGH / 5, report.toString());
    }
    assertTrue(report.others().get("418") >= ENOUGH / 5, report.toString());
    assertEquals(0, report.lost() + report.wrong(), report.toString());
  }

  @Test
  void requestsWithoutAnAnswerAreLost() throws IOException {
    for (double rate : new double[] {0, 2000}) {
      LoadReport report = ask(cases(List.of(EXPECTED)), rate, n -> n % 3 == 0 ? null : ok(RIGHT));
      assertTrue(report.lost() >= ENOUGH / 3, report.toString());
      assertEquals(0, report.wrong(), report.toString());
    }
  }

  @Test
  void answersInPiecesAreUnderstood() throws IOException {
    String half = RIGHT.substring(0, 20);
    String chunked =
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n14\r\n"
            + half
            + "\r\n"
            + Integer.toHexString(RIGHT.length() - 20)
            + ";x=y\r\n"
            + RIGHT.substring(20)
            + "\r\n0\r\n\r\n";
    LoadReport report = ask(cases(List.of(EXPECTED)), 0, number -> chunked);
    assertEquals(report.sent(), report.ok(), report.toString());
  }

  @Test
  void aStalledServerIsSeenInTheTimesOfThoseThatHadToWait() throws IOException {
    // The first answer takes a while; a generator that waited for it would time one slow request.
    LoadReport report =
        ask(
            cases(List.of(EXPECTED)),
            1000,
            number -> {
              if (number < 3) {
                pause();
              }
              return ok(RIGHT);
            });
    assertTrue(report.latency().p50() >= 10, report.toString());
    assertTrue(report.lateness().p50() >= 10, report.toString());
  }

  /** The length of the stall, not a wait for something. */
  private static void pause() {
    java.util.concurrent.locks.LockSupport.parkNanos(400_000_000);
  }

  @Test
  void whereNobodyListensNothingIsLost() throws IOException {
    int port;
    try (ServerSocket gone = new ServerSocket(0)) {
      port = gone.getLocalPort();
    }
    int[] looks = {0};
    LoadReport report =
        new Load(plan(port, 2, 0), cases(List.of(EXPECTED)), () -> looks[0]++ > 20).run();
    assertEquals(0, report.sent(), report.toString());
    assertTrue(report.unconnected() > 0, report.toString());
    assertEquals(0, report.lost(), report.toString());
  }

  @Test
  void theProcessReadsAPlanAndPrintsAReport(@TempDir Path folder) throws Exception {
    try (FakeServer server = new FakeServer(number -> ok(RIGHT))) {
      Path file = folder.resolve("cases.json");
      cases(List.of(EXPECTED)).write(file);
      LoadPlan plan = new LoadPlan(server.port(), "/predict", file.toString(), 2, 0, 0, 0.2, 20, 1);
      ObjectMapper mapper = new ObjectMapper();
      Path told = folder.resolve("plan.json");
      Files.write(told, mapper.writeValueAsBytes(plan));
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  LoadGenerator.class.getName(),
                  told.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      LoadReport report = mapper.readValue(process.getInputStream(), LoadReport.class);
      assertEquals(0, process.waitFor());
      assertEquals(server.requests(), report.sent());
      assertEquals(report.sent(), report.ok());
    }
  }
}
