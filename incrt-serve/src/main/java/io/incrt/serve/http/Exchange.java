package io.incrt.serve.http;

import io.incrt.data.json.Json;
import io.incrt.serve.request.RefusedException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * A request and its answer, of which there is one: who answers second is not heard. Any thread may
 * answer; none waits for the client.
 */
final class Exchange {

  static final String JSON = "application/json";

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final long begin = System.nanoTime();
  private volatile Consumer<Exchange> done;
  private final AtomicBoolean answered = new AtomicBoolean();
  private final AtomicBoolean finished = new AtomicBoolean();
  private volatile Route.Match match;
  private volatile String model;
  private final AtomicLong records = new AtomicLong();
  private volatile boolean consumed;
  private final AtomicLong bytesOut = new AtomicLong();

  Exchange(Request request, Response response, Callback callback, Consumer<Exchange> done) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.done = done;
  }

  Request request() {
    return request;
  }

  Response response() {
    return response;
  }

  String header(HttpHeader name) {
    return request.getHeaders().get(name);
  }

  Route.Match match() {
    return match;
  }

  void match(Route.Match found) {
    match = found;
  }

  /** The name of the model that was asked; null if none was. */
  String model() {
    return model;
  }

  void model(String name) {
    model = name;
  }

  /** The records that were asked. */
  long records() {
    return records.get();
  }

  void addRecords(int count) {
    records.addAndGet(count);
  }

  long nanos() {
    return System.nanoTime() - begin;
  }

  long bytesIn() {
    return Request.getContentBytesRead(request);
  }

  long bytesOut() {
    return bytesOut.get();
  }

  int status() {
    return response.getStatus();
  }

  /** The body has been read to its end, so that the connection can be used again. */
  void consumed() {
    consumed = true;
  }

  /** Whether nobody has answered yet; who is told so must answer. */
  boolean claim() {
    return answered.compareAndSet(false, true);
  }

  /** Answers with all there is to say. */
  void send(int status, String type, byte... body) {
    if (claim()) {
      sendClaimed(status, type, body);
    }
  }

  private void sendClaimed(int status, String type, byte... body) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    bytesOut.addAndGet(body.length);
    boolean head = HttpMethod.HEAD.is(request.getMethod());
    response.write(
        true, ByteBuffer.wrap(head ? new byte[0] : body), Callback.from(this::end, this::fail));
  }

  /** Answers with JSON. */
  void json(int status, Object value) {
    send(status, JSON, Json.bytes(value));
  }

  /** Answers that the request is refused. */
  void error(int status, String message) {
    error(status, message, 1);
  }

  /**
   * The same.
   *
   * @param retryAfter when to come back, in seconds, if the server is what is in the way
   */
  void error(int status, String message, long retryAfter) {
    if (!claim()) {
      return;
    }
    if (status == 429 || status == 503) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, Math.max(1, retryAfter));
    }
    if (!consumed && mayHaveBody()) {
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
    sendClaimed(status, JSON, Json.bytes(Map.of("error", message)));
  }

  void refused(RefusedException refused) {
    error(refused.status(), refused.getMessage());
  }

  private boolean mayHaveBody() {
    return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
  }

  /** Whether the client waits for a word before it sends a body. */
  private boolean isAsking() {
    return request.getHeaders().contains(HttpHeader.EXPECT);
  }

  /** Ends the exchange; a client that still sends hears the answer first. */
  void end() {
    if (consumed || !mayHaveBody() || isAsking()) {
      finish(null);
    } else {
      new Lingering(request, () -> finish(null)).run();
    }
  }

  /** Ends the exchange when the connection does. */
  void fail(Throwable cause) {
    finish(cause);
  }

  /** Also does this when it ends. */
  void onDone(Runnable also) {
    done = done.andThen(exchange -> also.run());
  }

  void written(int bytes) {
    bytesOut.addAndGet(bytes);
  }

  private void finish(Throwable cause) {
    if (!finished.compareAndSet(false, true)) {
      return;
    }
    done.accept(this);
    if (cause == null) {
      callback.succeeded();
    } else {
      callback.failed(cause);
    }
  }
}
