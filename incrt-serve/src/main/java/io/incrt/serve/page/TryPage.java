package io.incrt.serve.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The page at {@code /} where a model can be tried, with its style, script and icon beside it. What
 * it answers is the same for everyone and holds nothing of any model, so it needs no token; the
 * page asks for one where the server does. Other paths, and other methods than GET and HEAD, are
 * left to the next handler.
 */
public final class TryPage extends Handler.Abstract.NonBlocking {

  /** Scripts and styles of this server alone; nothing inline, nothing from elsewhere. */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  private static final Set<String> BESIDE =
      Set.of("try.css", "try-input.js", "try-answers.js", "try.js", "try.svg");

  private final Map<String, Sent> files;

  /** Reads what is sent. */
  public TryPage() {
    files =
        BESIDE.stream()
            .collect(Collectors.toMap(name -> "/" + name, Sent::of, (one, other) -> one));
    files.put("/", Sent.of("try.html"));
  }

  /** Whether a path is the page or belongs to it: whoever asks for a token must not ask here. */
  public boolean has(String path) {
    return files.containsKey(path);
  }

  /** How many bytes are sent for a path that it has. */
  public int length(String path) {
    return files.get(path).content.length;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Sent sent = files.get(Request.getPathInContext(request));
    boolean head = request.getMethod().equals("HEAD");
    if (sent == null || (!head && !request.getMethod().equals("GET"))) {
      return false;
    }
    response.setStatus(200);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, sent.type);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, sent.content.length);
    // A new version of the server must not meet the script of the old one.
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache");
    response.getHeaders().put("Content-Security-Policy", POLICY);
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    response.getHeaders().put("Referrer-Policy", "no-referrer");
    response.write(true, head ? null : ByteBuffer.wrap(sent.content), callback);
    return true;
  }

  /** One file as it goes out. */
  private static final class Sent {

    private final String type;
    private final byte[] content;

    private Sent(String type, byte[] content) {
      this.type = type;
      this.content = content;
    }

    static Sent of(String name) {
      try (InputStream in = TryPage.class.getResourceAsStream(name)) {
        return new Sent(TYPES.get(name.substring(name.indexOf('.') + 1)), in.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException("the page's own file " + name + " cannot be read", e);
      }
    }
  }
}
