package io.incrt.serve.http;

import io.incrt.serve.queue.ServedModel;
import io.incrt.serve.settings.ServerSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty, set up. */
public final class HttpServer {

  private static final int THREADS = 32;
  private static final int FEWEST_THREADS = 4;

  /** How long those are told that the server stops who did not know yet. */
  private static final Duration LAST_WORDS = Duration.ofMillis(200);

  private final ServerSettings settings;
  private final InFlight inFlight = new InFlight();
  private final Server server;
  private final ServerConnector connector;

  /** A server that is not started yet. */
  public HttpServer(ServerSettings settings, List<ServedModel> models) {
    this.settings = settings;
    QueuedThreadPool threads = new QueuedThreadPool(THREADS, FEWEST_THREADS);
    threads.setName("incrt-http");
    this.server = new Server(threads);
    this.connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration()));
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    connector.setIdleTimeout(settings.idle().toMillis());
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(settings.connections(), connector));
    server.setErrorHandler(new JsonErrors(settings.headerBytes()));
    server.setHandler(new Front(actions(models), new Door(settings), inFlight, exchange -> {}));
  }

  private HttpConfiguration configuration() {
    HttpConfiguration http = new HttpConfiguration();
    http.setRequestHeaderSize(settings.headerBytes());
    http.setSendServerVersion(false);
    http.setSendDateHeader(true);
    return http;
  }

  private Map<Route, Consumer<Exchange>> actions(List<ServedModel> models) {
    Served served = new Served(models);
    long memory = Math.min(Runtime.getRuntime().maxMemory() / 8, 256L << 20);
    Information information = new Information(served, inFlight::isDraining);
    Predictions predictions =
        new Predictions(
            settings, served, new BodyBudget(Math.max(memory, 2L * settings.limits().bodyBytes())));
    Map<Route, Consumer<Exchange>> actions = new EnumMap<>(Route.class);
    actions.put(Route.LIVE, information::live);
    actions.put(Route.READY, information::ready);
    actions.put(Route.V2, information::server);
    actions.put(Route.MODELS, information::models);
    actions.put(Route.PREDICT, predictions::predict);
    for (Route route : List.of(Route.MODEL, Route.VERSION)) {
      actions.put(route, information::model);
    }
    for (Route route : List.of(Route.MODEL_READY, Route.VERSION_READY)) {
      actions.put(route, information::modelReady);
    }
    for (Route route : List.of(Route.INFER, Route.VERSION_INFER)) {
      actions.put(route, predictions::infer);
    }
    return actions;
  }

  /** Listens from now on. */
  public void start() throws IOException {
    try {
      server.start();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the server did not start: " + e.getMessage(), e);
    }
  }

  /** The port it listens at. */
  public int port() {
    return connector.getLocalPort();
  }

  /**
   * Stops to listen, and answers what was accepted.
   *
   * @return whether all of it was answered before the grace ended
   */
  public boolean drain() {
    inFlight.drain();
    connector.close();
    boolean all = inFlight.awaitNone(settings.grace());
    InFlight.pause(LAST_WORDS);
    return all && inFlight.awaitNone(settings.grace());
  }

  /** Ends at once. */
  public void stop() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the server did not stop: " + e.getMessage(), e);
    }
  }
}
