package io.incrt.serve.metrics;

import io.incrt.serve.access.AccessEntry;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What is counted of requests, and where all figures of the server are. Labels take their values
 * from what the server knows, never from what a client sends: nobody can make it count without end.
 */
public final class ServerMetrics implements Consumer<AccessEntry> {

  /** What is sent unless a client asks for another format. */
  public static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

  private static final String OPEN_METRICS = "application/openmetrics-text";

  static final Duration[] BUCKETS =
      durations(1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000);

  private static final double[] QUANTILES = {0.5, 0.9, 0.95, 0.99};
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "OPTIONS");
  private static final String OTHER = "other";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<Ended, Counter> ended = new ConcurrentHashMap<>();
  private final Map<Way, Timers> timers = new ConcurrentHashMap<>();

  /** Figures of a server and of the process it runs in. */
  public ServerMetrics() {
    ProcessMetrics.addTo(registry);
  }

  private record Ended(String route, String method, int status) {}

  private record Way(String route, boolean lines) {}

  /** The same times twice, since Prometheus cannot have buckets and quantiles in one. */
  private record Timers(
      Timer histogram, Timer quantiles, DistributionSummary in, DistributionSummary out) {}

  private static Duration[] durations(int... millis) {
    return java.util.Arrays.stream(millis).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
  }

  /** The registry, for figures of others. */
  PrometheusMeterRegistry registry() {
    return registry;
  }

  /** A number that is asked for when figures are wanted. */
  public void gauge(String name, String help, LongSupplier value) {
    Gauge.builder(name, value, LongSupplier::getAsLong)
        .description(help)
        .strongReference(true)
        .register(registry);
  }

  /** A number that only grows, asked for when figures are wanted. */
  public void counter(String name, String help, LongSupplier value) {
    FunctionCounter.builder(name, value, LongSupplier::getAsLong)
        .description(help)
        .register(registry);
  }

  @Override
  public void accept(AccessEntry entry) {
    String method = METHODS.contains(entry.method()) ? entry.method() : OTHER;
    ended
        .computeIfAbsent(new Ended(entry.route(), method, entry.status()), this::counter)
        .increment();
    Timers own = timers.computeIfAbsent(new Way(entry.route(), entry.lines()), this::timers);
    long micros = Math.round(entry.milliseconds() * 1000);
    own.histogram.record(micros, TimeUnit.MICROSECONDS);
    own.quantiles.record(micros, TimeUnit.MICROSECONDS);
    own.in.record((double) entry.bytesIn());
    own.out.record((double) entry.bytesOut());
  }

  private Counter counter(Ended of) {
    return Counter.builder("incrt.requests")
        .description("Requests that have ended")
        .tags("route", of.route, "method", of.method, "status", String.valueOf(of.status))
        .register(registry);
  }

  private Timers timers(Way way) {
    String[] tags = {"route", way.route, "body", way.lines ? "lines" : "document"};
    return new Timers(
        Timer.builder("incrt.request.duration")
            .description("How long requests took; those of lines as long as their clients liked")
            .tags(tags)
            .serviceLevelObjectives(BUCKETS)
            .register(registry),
        Timer.builder("incrt.request.latency")
            .description("How long requests took, as quantiles of the last minutes")
            .tags(tags)
            .publishPercentiles(QUANTILES)
            .distributionStatisticExpiry(WINDOW)
            .register(registry),
        DistributionSummary.builder("incrt.request.body")
            .description("Bytes of the bodies of requests")
            .baseUnit("bytes")
            .tags(tags)
            .register(registry),
        DistributionSummary.builder("incrt.response.body")
            .description("Bytes of the bodies of answers")
            .baseUnit("bytes")
            .tags(tags)
            .register(registry));
  }

  /** The content type of the figures for a client that accepts this. */
  public static String contentType(String accept) {
    return accept != null && accept.contains(OPEN_METRICS)
        ? OPEN_METRICS + "; version=1.0.0; charset=utf-8"
        : TEXT;
  }

  /** All figures, in a content type. */
  public String scrape(String contentType) {
    return registry.scrape(contentType);
  }
}
