package io.incrt.serve.http;

import io.incrt.serve.access.AccessEntry;
import io.incrt.serve.page.TryPage;
import io.incrt.serve.request.RefusedException;
import java.lang.System.Logger;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Where every request comes in: finds its route, and turns away who may not pass. */
final class Front extends Handler.Abstract {

  private static final Logger LOG = System.getLogger(Front.class.getName());

  private final Map<Route, Consumer<Exchange>> actions;
  private final TryPage page = new TryPage();
  private final Door door;
  private final InFlight inFlight;
  private final Consumer<AccessEntry> done;

  Front(
      Map<Route, Consumer<Exchange>> actions,
      Door door,
      InFlight inFlight,
      Consumer<AccessEntry> done) {
    this.actions = new EnumMap<>(actions);
    this.door = door;
    this.inFlight = inFlight;
    this.done = done;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Exchange exchange =
        new Exchange(request, response, callback, done.andThen(entry -> inFlight.leave()));
    // Counted first: who stops the server waits for whoever may have come before.
    inFlight.enter();
    // An answer may take longer than a connection may be silent.
    request.addIdleTimeoutListener(timeout -> false);
    try {
      handle(exchange);
    } catch (RefusedException e) {
      exchange.refused(e);
    } catch (RuntimeException | Error e) {
      failed(exchange, e);
    }
    return true;
  }

  /** Tells a client that the mistake is the server's. */
  static void failed(Exchange exchange, Throwable cause) {
    LOG.log(Logger.Level.ERROR, "a request failed", cause);
    exchange.error(500, "the server failed; its log says why");
  }

  private void handle(Exchange exchange) {
    String method = exchange.request().getMethod();
    if (door.answersPreflight(exchange)) {
      return;
    }
    String path = exchange.request().getHttpURI().getDecodedPath();
    if (page.has(path) && isReading(method)) {
      exchange.match(new Route.Match(Route.PAGE, null, null));
      show(exchange);
      return;
    }
    Optional<Route.Match> match =
        Route.of(path).filter(found -> actions.containsKey(found.route()));
    if (match.isEmpty()) {
      throw new RefusedException(
          404, "there is nothing at this address; /openapi.json says what there is");
    }
    Route route = match.get().route();
    exchange.match(match.get());
    boolean head = HttpMethod.HEAD.is(method) && HttpMethod.GET.is(route.method());
    if (!head && !route.method().equals(method)) {
      exchange.response().getHeaders().put(HttpHeader.ALLOW, allowed(route));
      throw new RefusedException(
          405, route.path() + " takes " + allowed(route) + ", not " + method);
    }
    door.check(exchange, route, inFlight.isDraining());
    actions.get(route).accept(exchange);
  }

  private static boolean isReading(String method) {
    return HttpMethod.GET.is(method) || HttpMethod.HEAD.is(method);
  }

  private void show(Exchange exchange) {
    if (exchange.claim()) {
      if (HttpMethod.GET.is(exchange.request().getMethod())) {
        exchange.writing(page.length(Request.getPathInContext(exchange.request())), true);
      }
      page.handle(
          exchange.request(), exchange.response(), Callback.from(exchange::end, exchange::fail));
    }
  }

  private static String allowed(Route route) {
    return HttpMethod.GET.is(route.method()) ? "GET, HEAD" : route.method();
  }
}
