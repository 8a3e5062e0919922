package io.incrt.serve.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.serve.LittleServer;
import io.incrt.serve.http.Route;
import io.incrt.serve.settings.ServerSettings;
import io.incrt.serve.settings.ServerSettingsBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may pass, as clients see it. */
class DoorTest {

  private static final String TOKEN = "mF_9.B5f-4.1JqM0123456789";
  private static final Set<Route> OPEN =
      Set.of(
          Route.PAGE,
          Route.OPENAPI,
          Route.LIVE,
          Route.READY,
          Route.MODEL_READY,
          Route.VERSION_READY);

  @TempDir private Path folder;

  private static UnaryOperator<ServerSettingsBuilder> token(boolean openMetrics) {
    return settings -> settings.token(Optional.of(TOKEN)).openMetrics(openMetrics);
  }

  private static HttpRequest.Builder request(LittleServer server, Route route) {
    String path = route.path().replace("{name}", "little").replace("{version}", "1");
    return server
        .request(path)
        .method(
            route.method(),
            route.method().equals("POST")
                ? HttpRequest.BodyPublishers.ofString("{}")
                : HttpRequest.BodyPublishers.noBody());
  }

  @Test
  void withoutTheTokenOnlyWhatTellsNothingIsOpen() throws Exception {
    try (LittleServer server = new LittleServer(token(false))) {
      for (Route route : Route.values()) {
        HttpResponse<String> without = LittleServer.send(request(server, route));
        if (OPEN.contains(route)) {
          assertEquals(200, without.statusCode(), route::path);
        } else {
          assertEquals(401, without.statusCode(), route::path);
          assertEquals("Bearer realm=\"incrt\"", challenge(without));
          assertTrue(without.body().contains("Authorization: Bearer TOKEN"), without.body());
        }
        for (String wrong : List.of("Bearer " + TOKEN + "x", "Bearer", "Basic abc", TOKEN)) {
          HttpResponse<String> refused =
              LittleServer.send(request(server, route).header("Authorization", wrong));
          assertEquals(OPEN.contains(route) ? 200 : 401, refused.statusCode(), route::path);
          if (refused.statusCode() == 401) {
            assertTrue(challenge(refused).endsWith("error=\"invalid_token\""));
          }
        }
        HttpResponse<String> with =
            LittleServer.send(request(server, route).header("Authorization", "bearer " + TOKEN));
        assertTrue(with.statusCode() == 200 || with.statusCode() == 400, route::path);
      }
    }
  }

  private static String challenge(HttpResponse<String> response) {
    return response.headers().firstValue("WWW-Authenticate").orElseThrow();
  }

  @Test
  void figuresMayBeOpenWhereTheRestIsNot() throws Exception {
    try (LittleServer server = new LittleServer(token(true))) {
      assertEquals(200, server.get("/metrics").statusCode());
      assertEquals(401, server.get("/models").statusCode());
    }
  }

  private static HttpResponse<String> preflight(LittleServer server, String origin)
      throws Exception {
    return LittleServer.send(
        server
            .request("/predict")
            .header("Origin", origin)
            .header("Access-Control-Request-Method", "POST")
            .method("OPTIONS", HttpRequest.BodyPublishers.noBody()));
  }

  private static Optional<String> allowed(HttpResponse<String> response) {
    return response.headers().firstValue("Access-Control-Allow-Origin");
  }

  @Test
  void pagesOfOtherOriginsMayAskOnlyWhereTheyAreLet() throws Exception {
    try (LittleServer server = new LittleServer(settings -> settings)) {
      HttpResponse<String> refused = preflight(server, "https://a.example");
      assertEquals(405, refused.statusCode());
      assertEquals(Optional.empty(), allowed(refused));
    }
    // Browsers ask without the token whether they may send one.
    try (LittleServer server =
        new LittleServer(
            settings ->
                token(false).apply(settings).corsOrigin(Optional.of("https://a.example")))) {
      HttpResponse<String> let = preflight(server, "https://a.example");
      assertEquals(204, let.statusCode());
      assertEquals(Optional.of("https://a.example"), allowed(let));
      assertTrue(
          let.headers()
              .firstValue("Access-Control-Allow-Headers")
              .orElseThrow()
              .contains("Authorization"));
      assertEquals(Optional.empty(), allowed(preflight(server, "https://b.example")));
      HttpResponse<String> asked =
          LittleServer.send(server.request("/models").header("Origin", "https://a.example"));
      assertEquals(401, asked.statusCode());
      assertEquals(Optional.of("https://a.example"), allowed(asked), "errors are read, too");
      assertEquals(Optional.of("Origin"), server.get("/").headers().firstValue("Vary"));
    }
    try (LittleServer server =
        new LittleServer(settings -> settings.corsOrigin(Optional.of("*")))) {
      assertEquals(Optional.of("*"), allowed(preflight(server, "https://b.example")));
    }
  }

  private void put(String resource, Path file) throws IOException {
    try (var in = DoorTest.class.getResourceAsStream(resource)) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static SSLContext trusting(String... certificates) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    for (String name : certificates) {
      try (var in = DoorTest.class.getResourceAsStream(name)) {
        store.setCertificateEntry(
            name, CertificateFactory.getInstance("X.509").generateCertificate(in));
      }
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /** The algorithm of the key that the server shows, after it has answered. */
  private static String shown(LittleServer server) throws Exception {
    SSLContext context = trusting("rsa-cert.pem", "ec-cert.pem");
    try (SSLSocket socket =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), server.server().port())) {
      socket
          .getOutputStream()
          .write(
              "GET /v2/health/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertTrue(answer.startsWith("HTTP/1.1 200 OK"), answer);
      X509Certificate certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      return certificate.getPublicKey().getAlgorithm();
    }
  }

  @Test
  void aNewCertificateIsShownWithoutAStop() throws Exception {
    Path certificate = folder.resolve("cert.pem");
    Path key = folder.resolve("key.pem");
    put("rsa-cert.pem", certificate);
    put("rsa-key.pem", key);
    try (LittleServer server =
        new LittleServer(
            settings ->
                settings
                    .poll(Duration.ofMillis(20))
                    .tls(Optional.of(new ServerSettings.Tls(certificate, key))))) {
      assertEquals("RSA", shown(server));
      server.watch();
      put("ec-key-sec1.pem", key);
      put("ec-cert.pem", certificate);
      String now = "RSA";
      for (int i = 0; i < 500 && now.equals("RSA"); i++) {
        Thread.sleep(20);
        now = shown(server);
      }
      assertEquals("EC", now);
    }
  }

  @Test
  void headersThatNeverEndAreNotWaitedFor() throws Exception {
    try (LittleServer server =
            new LittleServer(settings -> settings.headerPatience(Duration.ofMillis(300)));
        Socket slow = new Socket(InetAddress.getLoopbackAddress(), server.server().port())) {
      slow.setSoTimeout(20_000);
      slow.getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ".getBytes(StandardCharsets.US_ASCII));
      InputStream in = slow.getInputStream();
      StringBuilder answer = new StringBuilder();
      // A byte now and then keeps a connection from being silent.
      for (int i = 0; i < 500 && in.available() == 0; i++) {
        slow.getOutputStream().write('x');
        Thread.sleep(20);
      }
      for (int b = in.read(); b >= 0; b = in.read()) {
        answer.append((char) b);
      }
      assertTrue(answer.toString().startsWith("HTTP/1.1 408 "), answer.toString());
      assertTrue(
          answer.toString().contains("the headers did not come within 0.3 s"), answer.toString());
      assertEquals(200, server.get("/v2/health/live").statusCode());
    }
  }
}
