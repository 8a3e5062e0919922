package io.incrt.cli.serve;

import io.incrt.serve.queue.QueueSettings;
import io.incrt.serve.request.Limits;
import io.incrt.serve.settings.ServerSettings;
import io.incrt.serve.settings.ServerSettingsBuilder;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options that say how much {@code incrt serve} takes. */
public final class LimitOptions {

  @Option(
      names = "--max-body",
      paramLabel = "MB",
      defaultValue = "16",
      description = "The most of a body that is one document (default: ${DEFAULT-VALUE}).")
  private int bodyMegabytes;

  @Option(
      names = "--max-stream",
      paramLabel = "MB",
      defaultValue = "1024",
      description = "The most of a body of lines (default: ${DEFAULT-VALUE}).")
  private long streamMegabytes;

  @Option(
      names = "--max-records",
      paramLabel = "N",
      defaultValue = "1024",
      description = "The most records of a document (default: ${DEFAULT-VALUE}).")
  private int records;

  @Option(
      names = "--max-letters",
      paramLabel = "N",
      defaultValue = "200000",
      description = "The most characters of a record (default: ${DEFAULT-VALUE}).")
  private int letters;

  @Option(
      names = "--max-explain",
      paramLabel = "N",
      defaultValue = "8",
      description = "The most records explained at once; 0 for none (default: ${DEFAULT-VALUE}).")
  private int explained;

  @Option(
      names = "--max-headers",
      paramLabel = "BYTES",
      defaultValue = "16384",
      description = "The most bytes of a request's headers (default: ${DEFAULT-VALUE}).")
  private int headers;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      defaultValue = "1024",
      description = "The most connections (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--max-streams",
      paramLabel = "N",
      defaultValue = "128",
      description = "The most bodies of lines at a time (default: ${DEFAULT-VALUE}).")
  private int streams;

  @Option(
      names = "--queue",
      paramLabel = "N",
      defaultValue = "4096",
      description = "The most records that wait for a model (default: ${DEFAULT-VALUE}).")
  private int queue;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "256",
      description = "The most records computed at once (default: ${DEFAULT-VALUE}).")
  private int batch;

  @Option(
      names = "--deadline",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "How long a request may wait for its turn (default: ${DEFAULT-VALUE}).")
  private double deadline;

  @Option(
      names = "--idle",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "How long a connection may be silent (default: ${DEFAULT-VALUE}).")
  private double idle;

  @Option(
      names = "--body-time",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "How long a document may take to come (default: ${DEFAULT-VALUE}).")
  private double bodyTime;

  @Option(
      names = "--header-time",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "How long the headers of a request may take (default: ${DEFAULT-VALUE}).")
  private double headerTime;

  @Option(
      names = "--grace",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "How long it may take to stop (default: ${DEFAULT-VALUE}).")
  private double grace;

  @Option(
      names = "--reload",
      paramLabel = "SECONDS",
      defaultValue = "2",
      description = "How often folders are looked at; 0 for never (default: ${DEFAULT-VALUE}).")
  private double reload;

  /** The settings of a server that computes with so many threads. */
  public ServerSettings settings(int threads) {
    return ServerSettingsBuilder.builder(ServerSettings.defaults())
        .limits(
            new Limits(
                (int) Math.min(Integer.MAX_VALUE - 8, (long) bodyMegabytes << 20),
                streamMegabytes << 20,
                records,
                letters))
        .queue(new QueueSettings(queue, 64L << 20, batch, threads, seconds(deadline)))
        .explained(Math.min(explained, records))
        .connections(connections)
        .streams(streams)
        .headerBytes(headers)
        .headerPatience(seconds(headerTime))
        .bodyPatience(seconds(bodyTime))
        .idle(seconds(idle))
        .grace(seconds(grace))
        .poll(seconds(reload))
        .build();
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1000));
  }
}
