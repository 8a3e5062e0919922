package io.incrt.serve.http;

import io.incrt.serve.access.AccessEntry;
import io.incrt.serve.explain.ExplainQueue;
import io.incrt.serve.metrics.ServerMetrics;
import io.incrt.serve.openapi.OpenApiDocument;
import io.incrt.serve.queue.ServedModel;
import io.incrt.serve.security.HeaderPatience;
import io.incrt.serve.security.ServerIdentity;
import io.incrt.serve.settings.ServerSettings;
import java.io.IOException;
import java.lang.System.Logger;
import java.net.BindException;
import java.net.SocketException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty, set up. */
public final class HttpServer {

  private static final Logger LOG = System.getLogger(HttpServer.class.getName());
  private static final int THREADS = 32;
  private static final int FEWEST_THREADS = 4;

  /** What is not computed by then is left behind: whom it is for is not there any more. */
  private static final Duration STOPPING = Duration.ofSeconds(1);

  /** How long connections that are open may still ask, to be told that the server stops. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  private static final Duration GLANCE = Duration.ofMillis(20);

  private final ServerSettings settings;
  private final InFlight inFlight = new InFlight();
  private final Server server;
  private final ServerConnector connector;
  private final Optional<SslContextFactory.Server> tls;
  private final HeaderPatience headers;

  /**
   * A server that is not started yet.
   *
   * @param identity what it shows of itself; empty for plain HTTP
   * @param done hears of every request that has ended
   */
  public HttpServer(
      ServerSettings settings,
      List<ServedModel> models,
      ExplainQueue explanations,
      Optional<ServerIdentity> identity,
      ServerMetrics metrics,
      Consumer<AccessEntry> done) {
    this.settings = settings;
    QueuedThreadPool threads = new QueuedThreadPool(THREADS, FEWEST_THREADS);
    threads.setName("incrt-http");
    threads.setStopTimeout(STOPPING.toMillis());
    this.server = new Server(threads);
    HttpConnectionFactory http = new HttpConnectionFactory(configuration());
    this.tls = identity.map(HttpServer::tls);
    this.connector =
        new ServerConnector(
            server,
            1,
            1,
            tls.map(factory -> AbstractConnectionFactory.getFactories(factory, http))
                .orElse(new ConnectionFactory[] {http}));
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    connector.setIdleTimeout(settings.idle().toMillis());
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(settings.connections(), connector));
    this.headers = new HeaderPatience(connector, settings.headerPatience(), settings.idle());
    Consumer<AccessEntry> safely = entry -> tell(done, entry);
    server.setErrorHandler(new JsonErrors(settings.headerBytes(), safely));
    server.setHandler(
        new Front(actions(models, explanations, metrics), new Door(settings), inFlight, safely));
    metrics.gauge(
        "incrt.requests.in.flight", "Requests that are being answered", inFlight::requests);
    metrics.gauge(
        "incrt.connections.open",
        "Connections of clients",
        () -> connector.getConnectedEndPoints().size());
  }

  /** Whoever listens must not keep a request from ending. */
  private static void tell(Consumer<AccessEntry> done, AccessEntry entry) {
    try {
      done.accept(entry);
    } catch (RuntimeException e) {
      LOG.log(Logger.Level.ERROR, "a request could not be counted", e);
    }
  }

  private static SslContextFactory.Server tls(ServerIdentity identity) {
    SslContextFactory.Server tls = new SslContextFactory.Server();
    show(tls, identity);
    return tls;
  }

  private static void show(SslContextFactory tls, ServerIdentity identity) {
    tls.setKeyStore(identity.store());
    tls.setKeyStorePassword(identity.password());
  }

  /** Shows another certificate to whoever connects from now on. */
  public void show(ServerIdentity identity) {
    try {
      tls.orElseThrow().reload(factory -> show(factory, identity));
    } catch (Exception e) {
      throw new IllegalStateException("the certificate cannot be used: " + e.getMessage(), e);
    }
  }

  private HttpConfiguration configuration() {
    HttpConfiguration http = new HttpConfiguration();
    http.setRequestHeaderSize(settings.headerBytes());
    http.setSendServerVersion(false);
    http.setSendDateHeader(true);
    // Clients may know this server by a name that its certificate does not have, such as an
    // address.
    http.addCustomizer(new SecureRequestCustomizer(false));
    return http;
  }

  private Map<Route, Consumer<Exchange>> actions(
      List<ServedModel> models, ExplainQueue explanations, ServerMetrics metrics) {
    Served served = new Served(models);
    long memory = Math.min(Runtime.getRuntime().maxMemory() / 8, 256L << 20);
    Information information = new Information(served, inFlight::isDraining);
    BodyBudget budget = new BodyBudget(Math.max(memory, 2L * settings.limits().bodyBytes()));
    Predictions predictions = new Predictions(settings, served, budget);
    metrics.gauge("incrt.streams.open", "Bodies of lines being answered", predictions::streams);
    metrics.gauge("incrt.bodies.bytes", "Memory of bodies that are coming in", budget::taken);
    Map<Route, Consumer<Exchange>> actions = new EnumMap<>(Route.class);
    actions.put(Route.LIVE, information::live);
    actions.put(Route.READY, information::ready);
    actions.put(Route.V2, information::server);
    actions.put(Route.MODELS, information::models);
    actions.put(Route.PREDICT, predictions::predict);
    actions.put(Route.EXPLAIN, new Explanations(settings, served, budget, explanations)::explain);
    actions.put(
        Route.OPENAPI, exchange -> exchange.send(200, Exchange.JSON, OpenApiDocument.of(settings)));
    actions.put(Route.METRICS, exchange -> figures(exchange, metrics));
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

  private static void figures(Exchange exchange, ServerMetrics metrics) {
    String type = ServerMetrics.contentType(exchange.header(HttpHeader.ACCEPT));
    exchange.send(200, type, metrics.scrape(type).getBytes(StandardCharsets.UTF_8));
  }

  /** Ends connections whose headers take too long; to be called every now and then. */
  public void look() {
    headers.look();
  }

  /** Listens from now on. */
  public void start() throws IOException {
    try {
      server.start();
    } catch (Exception e) {
      throw new IOException(
          "cannot listen at " + settings.host() + ":" + settings.port() + ": " + why(e), e);
    }
  }

  private static String why(Exception failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof UnresolvedAddressException) {
        return "nobody knows this host";
      }
      if (at instanceof BindException) {
        return at.getMessage() + " (another --port helps; 0 takes a free one)";
      }
      if (at instanceof SocketException) {
        return at.getMessage();
      }
    }
    return failure.getMessage();
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
    // Who sends just when its connection is closed never hears; the told close their own.
    long end = System.nanoTime() + LAST_WORDS.toNanos();
    while (!connector.getConnectedEndPoints().isEmpty() && System.nanoTime() < end) {
      InFlight.pause(GLANCE);
    }
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
