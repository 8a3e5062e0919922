package io.incrt.serve.http;

import io.incrt.data.json.Json;
import io.incrt.serve.access.AccessEntry;
import io.incrt.serve.access.RequestIds;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** What Jetty itself refuses (headers too large, no HTTP at all) is told as JSON, too. */
final class JsonErrors extends ErrorHandler {

  private final int headerBytes;
  private final Consumer<AccessEntry> done;

  JsonErrors(int headerBytes, Consumer<AccessEntry> done) {
    this.headerBytes = headerBytes;
    this.done = done;
  }

  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int code,
      String message,
      Throwable cause,
      Callback callback) {
    byte[] body = Json.bytes(Map.of("error", text(code, cause)));
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, Exchange.JSON);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    done.accept(entry(request, code, body.length));
    response.write(true, ByteBuffer.wrap(body), callback);
  }

  /** Where nothing was understood there is no method and no path. */
  private static AccessEntry entry(Request request, int code, int bytes) {
    return new AccessEntry(
        Instant.now(),
        Request.getRemoteAddr(request),
        null,
        request.getMethod() == null ? "" : request.getMethod(),
        "",
        AccessEntry.NO_ROUTE,
        code,
        0,
        bytes,
        0,
        0,
        null,
        RequestIds.of(null),
        false,
        false);
  }

  private String text(int code, Throwable cause) {
    return switch (code) {
      case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431, HttpStatus.URI_TOO_LONG_414 ->
          "the address and headers may have at most " + headerBytes + " bytes";
      case HttpStatus.INTERNAL_SERVER_ERROR_500 -> "the server failed; its log says why";
      default ->
          "this is not a request of HTTP/1.1: "
              + (cause instanceof HttpException http && http.getReason() != null
                  ? http.getReason()
                  : HttpStatus.getMessage(code));
    };
  }
}
