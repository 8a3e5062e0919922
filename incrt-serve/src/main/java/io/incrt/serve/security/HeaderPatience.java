package io.incrt.serve.security;

import io.incrt.data.json.Json;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.channels.WritePendingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.Callback;

/**
 * Ends connections whose headers take too long to come. A byte now and then would keep one open for
 * ever: to Jetty it is not silent.
 */
public final class HeaderPatience {

  private final ServerConnector connector;
  private final Duration patience;
  private final Duration first;
  private final byte[] farewell;

  /** Since when the headers of a connection's next request have been coming. */
  private Map<HttpConnection, Since> since = new HashMap<>();

  private record Since(long requests, long nanos) {}

  /**
   * Watches the connections of a server.
   *
   * @param patience how long headers may take
   * @param idle how long a connection may be silent
   */
  public HeaderPatience(ServerConnector connector, Duration patience, Duration idle) {
    this.connector = connector;
    this.patience = patience;
    this.first = patience.plus(idle);
    byte[] body =
        Json.bytes(Map.of("error", "the headers did not come within " + seconds(patience) + " s"));
    String head =
        "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Type: application/json\r\n"
            + "Content-Length: "
            + body.length
            + "\r\n\r\n";
    this.farewell =
        (head + new String(body, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
  }

  private static String seconds(Duration duration) {
    return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString();
  }

  /** Looks at every connection; to be called every now and then, by one thread. */
  public void look() {
    long now = System.nanoTime();
    long nowMillis = System.currentTimeMillis();
    Map<HttpConnection, Since> seen = new HashMap<>();
    for (EndPoint end : connector.getConnectedEndPoints()) {
      if (!(http(end) instanceof HttpConnection http)) {
        continue;
      }
      HttpParser parser = http.getParser();
      if (parser.inHeaderState() && !parser.isStart()) {
        Since before = since.get(http);
        Since own =
            before != null && before.requests() == http.getMessagesIn()
                ? before
                : new Since(http.getMessagesIn(), now);
        seen.put(http, own);
        if (now - own.nanos() > patience.toNanos()) {
          end(http.getEndPoint());
        }
      } else if (http.getMessagesIn() == 0
          && nowMillis - end.getCreatedTimeStamp() > first.toMillis()) {
        // Nothing that could be a request, though bytes may have come: TLS that is never agreed on.
        end.close();
      }
    }
    since = seen;
  }

  private static Connection http(EndPoint end) {
    Connection connection = end.getConnection();
    return connection instanceof SslConnection tls
        ? tls.getSslEndPoint().getConnection()
        : connection;
  }

  /** No answer is being written to whoever has not finished asking. */
  private void end(EndPoint end) {
    try {
      end.write(Callback.from(end::close, failure -> end.close()), ByteBuffer.wrap(farewell));
    } catch (WritePendingException e) {
      end.close();
    }
  }
}
