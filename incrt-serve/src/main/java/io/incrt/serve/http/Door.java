package io.incrt.serve.http;

import io.incrt.serve.request.RefusedException;
import io.incrt.serve.settings.ServerSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;

/** Who may pass: bearers of the token, and pages of the origin that is allowed. */
final class Door {

  private static final String BEARER = "bearer ";
  private static final String CHALLENGE = "Bearer realm=\"incrt\"";
  private static final String WRONG = CHALLENGE + ", error=\"invalid_token\"";
  private static final String ANY = "*";
  private static final String NO_GUESSING = "nosniff";

  private final Optional<byte[]> token;
  private final boolean openMetrics;
  private final Optional<String> origin;

  Door(ServerSettings settings) {
    this.token = settings.token().map(text -> text.getBytes(StandardCharsets.UTF_8));
    this.openMetrics = settings.openMetrics();
    this.origin = settings.corsOrigin();
  }

  /** Answers a browser that asks what a page may do, where pages of other origins may ask. */
  boolean answersPreflight(Exchange exchange) {
    HttpFields.Mutable headers = exchange.response().getHeaders();
    headers.put("X-Content-Type-Options", NO_GUESSING);
    if (origin.isEmpty()) {
      return false;
    }
    boolean any = origin.get().equals(ANY);
    if (!any) {
      headers.put(HttpHeader.VARY, "Origin");
    }
    String asking = exchange.header(HttpHeader.ORIGIN);
    if (asking == null || !(any || origin.get().equals(asking))) {
      return false;
    }
    headers.put("Access-Control-Allow-Origin", any ? ANY : asking);
    headers.put(
        "Access-Control-Expose-Headers",
        "Inference-Header-Content-Length, Retry-After, X-Request-Id");
    boolean preflight =
        HttpMethod.OPTIONS.is(exchange.request().getMethod())
            && exchange.request().getHeaders().contains("Access-Control-Request-Method");
    if (preflight) {
      headers.put("Access-Control-Allow-Methods", "GET, HEAD, POST");
      headers.put(
          "Access-Control-Allow-Headers",
          "Authorization, Content-Type, Inference-Header-Content-Length, X-Request-Id");
      headers.put("Access-Control-Max-Age", "600");
      exchange.send(204, Exchange.JSON);
    }
    return preflight;
  }

  /** Refuses who may not pass. */
  void check(Exchange exchange, Route route, boolean draining) {
    boolean open = route.isOpen() || (route == Route.METRICS && openMetrics);
    String brought = exchange.header(HttpHeader.AUTHORIZATION);
    if (!open && token.isPresent() && !bears(brought)) {
      exchange
          .response()
          .getHeaders()
          .put(HttpHeader.WWW_AUTHENTICATE, brought == null ? CHALLENGE : WRONG);
      throw new RefusedException(
          401,
          brought == null
              ? "this needs the server's token: Authorization: Bearer TOKEN"
              : "this is not the server's token, which is sent as: Authorization: Bearer TOKEN");
    }
    if (draining) {
      // Whoever comes back finds another server, or this one started anew.
      exchange.response().getHeaders().put(HttpHeader.CONNECTION, "close");
      if (HttpMethod.POST.is(route.method())) {
        throw new RefusedException(503, Asking.STOPPED);
      }
    }
  }

  private boolean bears(String authorization) {
    if (authorization == null || !authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
      return false;
    }
    byte[] brought =
        authorization.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8);
    // Takes as long for a token that is nearly right as for one that is not.
    return MessageDigest.isEqual(token.orElseThrow(), brought);
  }
}
