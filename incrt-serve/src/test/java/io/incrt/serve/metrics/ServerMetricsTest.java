package io.incrt.serve.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.incrt.serve.LittleServer;
import io.incrt.serve.access.AccessEntry;
import io.incrt.serve.model.Answer;
import io.incrt.serve.model.ModelCard;
import java.io.File;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ServerMetricsTest {

  private static void assertHas(String line, String figures) {
    assertTrue(figures.lines().anyMatch(line::equals), () -> line + " is not in\n" + figures);
  }

  private static AccessEntry entry(String method, String route, int status, double milliseconds) {
    return new AccessEntry(
        Instant.EPOCH,
        "a",
        null,
        method,
        "/x",
        route,
        status,
        5,
        7,
        1,
        milliseconds,
        null,
        "i",
        false,
        false);
  }

  private static LittleServer asked() throws Exception {
    LittleServer server = new LittleServer(settings -> settings);
    server.post("/predict", "{\"texts\":[\"a\",\"b\",\"b\",\"short\"]}");
    server.post("/predict", "{\"text\":");
    server.get("/no/where");
    LittleServer.send(
        server
            .request("/predict")
            .header("Content-Type", "text/plain")
            .POST(HttpRequest.BodyPublishers.ofString("a\nb\n")));
    for (int i = 0; i < 4; i++) {
      server.ended();
    }
    return server;
  }

  @Test
  void whatWasAskedAndAnsweredIsCounted() throws Exception {
    try (LittleServer server = asked()) {
      HttpResponse<String> response = server.get("/metrics");
      assertEquals(ServerMetrics.TEXT, response.headers().firstValue("Content-Type").orElseThrow());
      String figures = response.body();
      String requests = "incrt_requests_total{method=\"";
      assertHas(requests + "POST\",route=\"/predict\",status=\"200\"} 2.0", figures);
      assertHas(requests + "POST\",route=\"/predict\",status=\"400\"} 1.0", figures);
      assertHas(requests + "GET\",route=\"none\",status=\"404\"} 1.0", figures);
      String predict = "{body=\"document\",route=\"/predict\"";
      assertHas("incrt_request_duration_seconds_count" + predict + "} 2", figures);
      assertHas("incrt_request_duration_seconds_bucket" + predict + ",le=\"+Inf\"} 2", figures);
      assertHas(
          "incrt_request_duration_seconds_count{body=\"lines\",route=\"/predict\"} 1", figures);
      assertTrue(
          figures.contains("incrt_request_latency_seconds" + predict + ",quantile=\"0.99\"}"));
      assertHas("incrt_predictions_total{class=\"first\",model=\"little\"} 2.0", figures);
      assertHas("incrt_predictions_total{class=\"second\",model=\"little\"} 3.0", figures);
      assertHas("incrt_records_answered_total{model=\"little\"} 5.0", figures);
      assertHas("incrt_records_unanswerable_total{model=\"little\"} 1.0", figures);
      assertHas("incrt_unknown_tokens_ratio_sum{model=\"little\"} 1.5", figures);
      assertHas("incrt_unknown_tokens_ratio_count{model=\"little\"} 5", figures);
      assertHas("incrt_answer_probability_ratio_sum{model=\"little\"} 4.0", figures);
      assertHas("incrt_batch_records_sum{model=\"little\"} 6.0", figures);
      assertHas("incrt_queue_records{model=\"little\"} 0.0", figures);
      assertHas("incrt_queue_limit_records{model=\"little\"} 4096.0", figures);
      assertHas("incrt_model_loads_total{model=\"little\",outcome=\"loaded\"} 1.0", figures);
      assertHas("incrt_requests_in_flight 1.0", figures);
      assertHas("incrt_streams_open 0.0", figures);
    }
  }

  @Test
  void openMetricsIsGivenToWhomeverAcceptsIt() throws Exception {
    try (LittleServer server = asked()) {
      HttpResponse<String> response =
          LittleServer.send(
              server
                  .request("/metrics")
                  .header("Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5"));
      assertTrue(
          response
              .headers()
              .firstValue("Content-Type")
              .orElseThrow()
              .startsWith("application/openmetrics-text; version=1.0.0"));
      assertTrue(response.body().endsWith("# EOF\n"));
    }
  }

  @Test
  void prometheusItselfHasNothingToComplainOf() throws Exception {
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "promtool"))),
        "promtool is not installed");
    try (LittleServer server = asked()) {
      Process promtool =
          new ProcessBuilder("promtool", "check", "metrics").redirectErrorStream(true).start();
      try (var in = promtool.getOutputStream()) {
        in.write(server.get("/metrics").body().getBytes(StandardCharsets.UTF_8));
      }
      String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals("", said);
      assertEquals(0, promtool.waitFor());
    }
  }

  @Test
  void noClientCanMakeItCountWithoutEnd() {
    ServerMetrics metrics = new ServerMetrics();
    for (String method : List.of("BREW", "WHEN", "GET")) {
      metrics.accept(entry(method, AccessEntry.NO_ROUTE, 404, 1));
    }
    String figures = metrics.scrape(ServerMetrics.TEXT);
    assertHas("incrt_requests_total{method=\"other\",route=\"none\",status=\"404\"} 2.0", figures);
    assertFalse(figures.contains("BREW"));
  }

  @Test
  void timesFallIntoTheirBuckets() {
    ServerMetrics metrics = new ServerMetrics();
    for (double milliseconds : new double[] {0.4, 3, 30, 20_000}) {
      metrics.accept(entry("GET", "/v2", 200, milliseconds));
    }
    String figures = metrics.scrape(ServerMetrics.TEXT);
    String bucket = "incrt_request_duration_seconds_bucket{body=\"document\",route=\"/v2\",le=\"";
    assertHas(bucket + "0.001\"} 1", figures);
    assertHas(bucket + "0.005\"} 2", figures);
    assertHas(bucket + "0.05\"} 3", figures);
    assertHas(bucket + "10.0\"} 3", figures);
    assertHas(bucket + "+Inf\"} 4", figures);
  }

  @Test
  void whatWasNotAnsweredIsCountedByWhy() {
    ServerMetrics metrics = new ServerMetrics();
    ModelMetrics model = new ModelMetrics(metrics, "m");
    model.refused(3);
    model.expired(2);
    model.broken(1);
    model.notLoaded();
    String figures = metrics.scrape(ServerMetrics.TEXT);
    assertHas("incrt_records_rejected_total{model=\"m\",reason=\"full\"} 3.0", figures);
    assertHas("incrt_records_rejected_total{model=\"m\",reason=\"deadline\"} 2.0", figures);
    assertHas("incrt_records_rejected_total{model=\"m\",reason=\"failed\"} 1.0", figures);
    assertHas("incrt_model_loads_total{model=\"m\",outcome=\"failed\"} 1.0", figures);
    assertHas("incrt_model_loaded_timestamp_seconds{model=\"m\"} 0.0", figures);
  }

  private static ModelCard card(List<String> labels) {
    ModelCard any = LittleServer.LittleModel.CARD;
    return new ModelCard(
        labels, any.kind(), any.description(), any.parts(), any.trained(), any.scores());
  }

  @Test
  void classesOfAModelThatReplacesAnotherAreCountedByTheirNames() {
    ServerMetrics metrics = new ServerMetrics();
    ModelMetrics model = new ModelMetrics(metrics, "m");
    ModelCard one = card(List.of("x", "y"));
    ModelCard other = card(List.of("y", "z\"\n"));
    List<Answer> second = List.of(Answer.of(new float[] {0, 1}, 1, null));
    model.loaded(one);
    model.computed(one, second, 1);
    model.loaded(other);
    model.computed(other, second, 1);
    model.computed(one, second, 1);
    String figures = metrics.scrape(ServerMetrics.TEXT);
    assertHas("incrt_predictions_total{class=\"x\",model=\"m\"} 0.0", figures);
    assertHas("incrt_predictions_total{class=\"y\",model=\"m\"} 2.0", figures);
    assertHas("incrt_predictions_total{class=\"z\\\"\\n\",model=\"m\"} 1.0", figures);
  }

  @Test
  void thousandsOfClassesDoNotMakeThousandsOfFigures() {
    ServerMetrics metrics = new ServerMetrics();
    ModelMetrics model = new ModelMetrics(metrics, "m");
    ModelCard many = card(IntStream.range(0, 3000).mapToObj(i -> "c" + i).toList());
    float[] last = new float[3000];
    last[2999] = 1;
    model.loaded(many);
    model.computed(many, List.of(Answer.of(last, 1, null)), 1);
    String figures = metrics.scrape(ServerMetrics.TEXT);
    assertHas("incrt_predictions_total{class=\"(other)\",model=\"m\"} 1.0", figures);
    assertEquals(
        1001, figures.lines().filter(line -> line.startsWith("incrt_predictions_total{")).count());
  }
}
