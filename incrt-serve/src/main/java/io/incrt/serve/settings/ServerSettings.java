package io.incrt.serve.settings;

import io.incrt.base.Ranges;
import io.incrt.serve.queue.QueueSettings;
import io.incrt.serve.request.Limits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a server behaves.
 *
 * @param host the name or address it listens at
 * @param port its port; 0 takes a free one
 * @param limits how much a request may bring
 * @param queue how much may wait for a model
 * @param explained the most records of a request whose answers are explained; 0 explains none
 * @param connections the most connections
 * @param streams the most requests of lines that are answered at a time
 * @param headerBytes the most bytes of a request's headers
 * @param headerPatience how long the headers of a request may take to come
 * @param bodyPatience how long a document may take to come
 * @param idle how long a connection may be silent
 * @param grace how long a server that is told to stop may take to answer what it accepted
 * @param poll how often the folders of models are looked at; zero for never
 * @param token what requests must bring; empty if anyone may ask
 * @param openMetrics whether figures are given without the token
 * @param tls the certificate and key; empty for plain HTTP
 * @param corsOrigin the origin whose pages may ask, or {@code *}; empty for none
 */
@RecordBuilder
public record ServerSettings(
    String host,
    int port,
    Limits limits,
    QueueSettings queue,
    int explained,
    int connections,
    int streams,
    int headerBytes,
    Duration headerPatience,
    Duration bodyPatience,
    Duration idle,
    Duration grace,
    Duration poll,
    Optional<String> token,
    boolean openMetrics,
    Optional<Tls> tls,
    Optional<String> corsOrigin)
    implements ServerSettingsBuilder.With {

  /** The PEM files of a certificate with its chain, and of its key. */
  public record Tls(Path certificate, Path key) {}

  /** Checks the numbers. */
  public ServerSettings {
    Ranges.between("port", port, 0, 65_535);
    Ranges.between("records to explain", explained, 0, limits.records());
    Ranges.atLeast("connections", connections, 1);
    Ranges.atLeast("streams", streams, 1);
    Ranges.between("header bytes", headerBytes, 256, 1 << 20);
    positive("time for headers", headerPatience);
    positive("time for a body", bodyPatience);
    positive("time a connection may be silent", idle);
    Ranges.require("grace", inWords(grace), !grace.isNegative(), "zero or more");
    Ranges.require("time between looks", inWords(poll), !poll.isNegative(), "zero or more");
    Ranges.require(
        "records of a request",
        limits.records(),
        limits.records() <= queue.records(),
        "at most the queue, " + queue.records());
  }

  private static void positive(String name, Duration duration) {
    Ranges.require(
        name,
        inWords(duration),
        !duration.isNegative() && !duration.isZero(),
        "longer than nothing");
  }

  private static String inWords(Duration duration) {
    return duration.toMillis() / 1000.0 + " s";
  }

  /** What holds unless it is set. */
  public static ServerSettings defaults() {
    int processors = Runtime.getRuntime().availableProcessors();
    return ServerSettingsBuilder.builder()
        .host("127.0.0.1")
        .port(8080)
        .limits(new Limits(16 << 20, 1L << 30, 1024, 200_000))
        .queue(new QueueSettings(4096, 64L << 20, 256, processors, Duration.ofSeconds(10)))
        .explained(8)
        .connections(1024)
        .streams(128)
        .headerBytes(16 << 10)
        .headerPatience(Duration.ofSeconds(10))
        .bodyPatience(Duration.ofSeconds(30))
        .idle(Duration.ofSeconds(30))
        .grace(Duration.ofSeconds(30))
        .poll(Duration.ofSeconds(2))
        .token(Optional.empty())
        .openMetrics(false)
        .tls(Optional.empty())
        .corsOrigin(Optional.empty())
        .build();
  }
}
