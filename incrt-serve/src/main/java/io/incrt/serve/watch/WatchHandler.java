package io.incrt.serve.watch;

import io.incrt.base.file.Digests;
import io.incrt.report.LivePage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Sends the page and what belongs to it, and nothing else. */
final class WatchHandler extends Handler.Abstract {

  private static final Set<String> LOOPBACK =
      Set.of("localhost", "127.0.0.1", "[::1]", "::1", "[0:0:0:0:0:0:0:1]");

  private static final Map<String, String> TYPES =
      Map.of(
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  private final Supplier<String> page;
  private final boolean guarded;
  private final Map<String, byte[]> files =
      LivePage.FILES.stream().collect(Collectors.toMap(Function.identity(), LivePage::file));

  /**
   * Of a page.
   *
   * @param guarded whether it is for this machine alone: then pages of other sites, whose names
   *     were made to lead here, are turned away
   */
  WatchHandler(Supplier<String> page, boolean guarded) {
    this.page = page;
    this.guarded = guarded;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    HttpFields.Mutable headers = response.getHeaders();
    headers.put("Content-Security-Policy", LivePage.POLICY);
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put(HttpHeader.CACHE_CONTROL, "no-cache");
    String method = request.getMethod();
    String name = Request.getPathInContext(request).substring(1);
    HttpURI uri = request.getHttpURI();
    if (guarded && (uri.getHost() == null || !LOOPBACK.contains(uri.getHost()))) {
      refuse(response, callback, 421, "this page is for this machine alone: ask 127.0.0.1");
    } else if (!method.equals("GET") && !method.equals("HEAD")) {
      headers.put(HttpHeader.ALLOW, "GET, HEAD");
      refuse(response, callback, 405, "there is nothing to be told here: GET or HEAD");
    } else if (name.isEmpty()) {
      send(request, response, callback, "text/html; charset=utf-8", bytes(page.get()));
    } else if (files.containsKey(name)) {
      String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
      send(request, response, callback, type, files.get(name));
    } else {
      refuse(response, callback, 404, "there is nothing at this address; the page is at /");
    }
    return true;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void send(
      Request request, Response response, Callback callback, String type, byte[] content) {
    String tag = '"' + Digests.sha256().add(content).hex().substring(0, 24) + '"';
    response.getHeaders().put(HttpHeader.ETAG, tag);
    HttpField known = request.getHeaders().getField(HttpHeader.IF_NONE_MATCH);
    if (known != null && known.contains(tag)) {
      response.setStatus(304);
      response.write(true, null, callback);
      return;
    }
    answer(response, callback, 200, type, content, request.getMethod().equals("HEAD"));
  }

  private static void refuse(Response response, Callback callback, int status, String why) {
    answer(response, callback, status, "text/plain; charset=utf-8", bytes(why + "\n"), false);
  }

  private static void answer(
      Response response, Callback callback, int status, String type, byte[] content, boolean head) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, content.length);
    response.write(true, head ? null : ByteBuffer.wrap(content), callback);
  }
}
