package io.incrt.serve.watch;

import io.incrt.report.LivePage;
import io.incrt.report.live.LiveRun;
import io.incrt.report.live.LiveView;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Serves the page of the run in a folder, on the server that {@code incrt serve} has, too: limits,
 * time-outs and malformed requests are known there. The run is looked at when somebody asks, and
 * drawn once for all who do, so that nobody costs a training anything by keeping the page open.
 */
public final class WatchServer implements AutoCloseable {

  /** The port unless another is asked for: the one above that of {@code incrt serve}. */
  public static final int PORT = 8081;

  private static final int THREADS = 8;
  private static final int FEWEST_THREADS = 3;
  private static final int CONNECTIONS = 256;
  private static final int HEADER_BYTES = 16_384;
  private static final long IDLE_MILLIS = 30_000;

  /** A page that is asked for more often is what it was. */
  private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Whoever looks asks every two seconds, and hears the end if it is waited for that long. */
  private static final long LAST_WORDS_NANOS = TimeUnit.MILLISECONDS.toNanos(2500);

  private final WatchedRun watched;
  private final Server server;
  private final ServerConnector connector;
  private final String host;
  private String page = "";
  private long drawnAt;
  private long askedAt;

  /**
   * A server that is not started yet.
   *
   * @param port where it listens; 0 for any port that is free
   * @param notBefore a run in the folder that began before is not meant
   */
  public WatchServer(Path folder, String host, int port, Instant notBefore) {
    this.watched = new WatchedRun(folder, notBefore);
    this.host = host;
    QueuedThreadPool threads = new QueuedThreadPool(THREADS, FEWEST_THREADS);
    threads.setName("incrt-watch");
    threads.setDaemon(true);
    this.server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setRequestHeaderSize(HEADER_BYTES);
    http.setSendServerVersion(false);
    this.connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    connector.setHost(host);
    connector.setPort(port);
    connector.setIdleTimeout(IDLE_MILLIS);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(CONNECTIONS, connector));
    server.setErrorHandler(
        (request, response, callback) -> {
          response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
          Content.Sink.write(response, true, "this cannot be answered\n", callback);
          return true;
        });
    server.setHandler(new WatchHandler(this::page, isLoopback(host)));
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      // It cannot listen there, and says so when it is started.
      return true;
    }
  }

  /** Listens from now on. */
  public void start() throws IOException {
    try {
      server.start();
    } catch (Exception e) {
      stop();
      throw notStarted(e);
    }
  }

  private IOException notStarted(Exception failure) {
    String where = host + ":" + connector.getPort();
    Throwable cause = failure;
    while (cause != null && !(cause instanceof BindException)) {
      cause = cause.getCause();
    }
    String why = String.valueOf((cause == null ? failure : cause).getMessage());
    if (why.contains("in use")) {
      return new PortTakenException(
          "port "
              + connector.getPort()
              + " is taken by another program; choose another, or 0 for any that is free",
          failure);
    }
    if (why.contains("denied")) {
      return new IOException(
          "port "
              + connector.getPort()
              + " may not be listened at by this user; choose one above 1023",
          failure);
    }
    if (why.contains("unresolved")) {
      return new IOException("there is no host " + host + " to listen at", failure);
    }
    return new IOException("cannot listen at " + where + ": " + why, failure);
  }

  /** The port is another's. */
  public static final class PortTakenException extends IOException {

    private static final long serialVersionUID = 1;

    PortTakenException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Where the page is. */
  public String address() {
    String name = host.contains(":") ? "[" + host + "]" : host;
    return "http://" + name + ":" + connector.getLocalPort() + "/";
  }

  private synchronized String page() {
    long now = System.nanoTime();
    askedAt = now;
    if (page.isEmpty() || now - drawnAt > FRESH_NANOS) {
      LiveView view = watched.look(Instant.now());
      page = drawn(view);
      drawnAt = System.nanoTime();
    }
    return page;
  }

  /** What was written by hand may say things that no run says. */
  private static String drawn(LiveView view) {
    try {
      return LivePage.of(view);
    } catch (RuntimeException e) {
      Optional<String> why = Optional.of("Its log says what no run says: " + e.getMessage());
      return LivePage.of(new LiveView(view.name(), new LiveRun(), Duration.ZERO, why));
    }
  }

  /** Waits, if somebody looks at the page, until its last state has been asked for. */
  public void lastWords() {
    synchronized (this) {
      if (askedAt == 0 || System.nanoTime() - askedAt > 2 * LAST_WORDS_NANOS) {
        return;
      }
    }
    try {
      TimeUnit.NANOSECONDS.sleep(LAST_WORDS_NANOS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stop() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the page's server did not stop: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    stop();
  }
}
