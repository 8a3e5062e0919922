package io.incrt.serve.http;

import io.incrt.data.json.Json;
import io.incrt.serve.access.AccessEntry;
import io.incrt.serve.access.RequestIds;
import io.incrt.serve.request.RefusedException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * A request and its answer, of which there is one: who answers second is not heard. Any thread may
 * answer; none waits for the client.
 */
final class Exchange {

  static final String JSON = "application/json";

  private static final int LONGEST = 500;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final long begin = System.nanoTime();
  private final Instant time = Instant.now();
  private final String id;
  private final Consumer<AccessEntry> done;
  private volatile Consumer<Runnable> lingering;
  private final AtomicReference<Runnable> whenAnswered = new AtomicReference<>();
  private final AtomicBoolean answered = new AtomicBoolean();
  private final AtomicBoolean finished = new AtomicBoolean();
  private volatile Route.Match match;
  private volatile String model;
  private final AtomicLong records = new AtomicLong();
  private volatile boolean consumed;
  private volatile boolean lines;
  private final AtomicLong bytesOut = new AtomicLong();

  Exchange(Request request, Response response, Callback callback, Consumer<AccessEntry> done) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.done = done;
    this.lingering = then -> Lingering.begin(request, then);
    this.id = RequestIds.of(request.getHeaders().get(RequestIds.HEADER));
    response.getHeaders().put(RequestIds.HEADER, id);
    // However it ends, also by a mistake of ours that only Jetty has seen.
    Request.addCompletionListener(request, this::finish);
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

  /** The name of the model that was asked. */
  void model(String name) {
    model = name;
  }

  void addRecords(int count) {
    records.addAndGet(count);
  }

  /** It is answered line by line. */
  void inLines() {
    lines = true;
  }

  /** What is written down of it. */
  private AccessEntry entry(boolean cut) {
    Route.Match found = match;
    int status = response.getStatus();
    String path = request.getHttpURI().getPath();
    return new AccessEntry(
        time,
        Request.getRemoteAddr(request),
        shortened(request.getHeaders().get(HttpHeader.X_FORWARDED_FOR)),
        request.getMethod(),
        path == null ? "" : shortened(path),
        found == null ? AccessEntry.NO_ROUTE : found.route().path(),
        status == 0 ? AccessEntry.CLIENT_GONE : status,
        Math.max(0, Request.getContentBytesRead(request)),
        bytesOut.get(),
        records.get(),
        (System.nanoTime() - begin) / NANOS_PER_MILLI,
        model,
        id,
        lines,
        cut);
  }

  private static String shortened(String text) {
    return text == null || text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
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
    if (status != HttpStatus.NO_CONTENT_204) {
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    }
    byte[] sent = HttpMethod.HEAD.is(request.getMethod()) ? new byte[0] : body;
    bytesOut.addAndGet(sent.length);
    response.write(true, ByteBuffer.wrap(sent), Callback.from(this::end, this::fail));
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
      lingering.accept(() -> finish(null));
    }
  }

  /** Whoever reads the body also drops the rest of it, and then does what it is given. */
  void lingerBy(Consumer<Runnable> reader) {
    lingering = reader;
  }

  /** Ends the exchange when the connection does. */
  void fail(Throwable cause) {
    finish(cause);
  }

  /**
   * Also does this, once, before the last of a stream of answers is written, so that who has read
   * the end finds it done; or when the exchange ends, if it ends before.
   */
  void whenAnswered(Runnable also) {
    whenAnswered.set(also);
    if (finished.get()) {
      answered();
    }
  }

  /** A part of the answer is about to be written. */
  void writing(int bytes, boolean last) {
    bytesOut.addAndGet(bytes);
    if (last) {
      answered();
    }
  }

  private void answered() {
    Runnable also = whenAnswered.getAndSet(null);
    if (also != null) {
      also.run();
    }
  }

  private void finish(Throwable cause) {
    if (!finished.compareAndSet(false, true)) {
      return;
    }
    answered();
    done.accept(entry(cause != null));
    if (cause == null) {
      callback.succeeded();
    } else {
      callback.failed(cause);
    }
  }
}
