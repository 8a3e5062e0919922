package io.incrt.fuzz;

import io.incrt.serve.PredictionServer;
import io.incrt.serve.access.AccessEntry;
import io.incrt.serve.model.Answer;
import io.incrt.serve.model.Answerer;
import io.incrt.serve.model.ModelCard;
import io.incrt.serve.queue.QueueSettings;
import io.incrt.serve.request.Limits;
import io.incrt.serve.settings.ServerSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Bytes on a connection to a server, whatever they are: what comes back is HTTP or nothing, never a
 * failure of the server, and the connection ends.
 */
public final class HttpTarget {

  private static final int PATIENCE_MILLIS = 10_000;
  private static final int MOST_BYTES = 1 << 20;

  private static final int FAILURE = 500;
  private static final AtomicReference<AccessEntry> FAILED = new AtomicReference<>();

  private HttpTarget() {}

  /** A model that finds every record alike. */
  private static final class Model implements Answerer {

    private static final float HALF = 0.5f;

    @Override
    public ModelCard card() {
      return new ModelCard(
          List.of("a", "b"),
          "text",
          "",
          List.of(),
          new ModelCard.Trained("", "", 0, 0, "", "", ""),
          Map.of());
    }

    @Override
    public List<Answer> answer(List<String> texts) {
      return texts.stream().map(text -> Answer.of(new float[] {HALF, HALF}, 1, null)).toList();
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }

  /** Started when it is first asked. */
  private static final class Running {

    private static final int PORT = start();

    private static int start() {
      PredictionServer server =
          new PredictionServer(
              ServerSettings.defaults()
                  .withPort(0)
                  .withLimits(new Limits(4096, 8192, 20, 100))
                  .withQueue(new QueueSettings(64, 10_000, 8, 1, Duration.ofSeconds(10)))
                  .withHeaderBytes(1024)
                  .withIdle(Duration.ofSeconds(2)),
              List.of("m"),
              Running::threads,
              Optional.empty(),
              Running::ended);
      try {
        server.start();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      server.put("m", new Model());
      return server.port();
    }

    /** Heard before the connection is closed. */
    private static void ended(AccessEntry entry) {
      if (entry.status() == FAILURE) {
        FAILED.set(entry);
      }
    }

    private static ExecutorService threads(int count) {
      return Executors.newFixedThreadPool(
          count,
          task -> {
            Thread thread = new Thread(task, "fuzz");
            thread.setDaemon(true);
            return thread;
          });
    }
  }

  /** Starts the server first, which takes longer than any input may. */
  public static void fuzzerInitialize() throws IOException {
    fuzzerTestOneInput(
        "GET /v2/health/ready HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  /** Sends the bytes. */
  public static void fuzzerTestOneInput(byte[] data) throws IOException {
    String said = said(data);
    if (!said.isEmpty() && !said.startsWith("HTTP/1.")) {
      throw new IllegalStateException("no answer of HTTP: " + said);
    }
    AccessEntry failed = FAILED.getAndSet(null);
    if (failed != null) {
      throw new IllegalStateException("the server failed: " + failed + " " + said);
    }
  }

  private static String said(byte... data) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Running.PORT)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      try {
        socket.getOutputStream().write(data);
        socket.shutdownOutput();
      } catch (SocketException e) {
        // Refused before all was sent.
      }
      try {
        return new String(
            socket.getInputStream().readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1);
      } catch (SocketException e) {
        return "";
      }
    }
  }
}
