package io.incrt.serve.page;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.data.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A tab of a headless Chromium that is driven over its debugging port: as wide and as dark as one
 * likes, typed into, and asked what it shows. Tests that need one are skipped where the machine has
 * none.
 */
public final class Tab implements AutoCloseable {

  private static final int SECONDS = 60;

  private final Process process;
  private final Path profile;
  private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
  private final AtomicInteger number = new AtomicInteger();
  private final List<String> complaints = new ArrayList<>();
  private WebSocket socket;

  private Tab(Process process, Path profile) {
    this.process = process;
    this.profile = profile;
  }

  /** Starts a browser; skips the test where there is none. */
  public static Tab open() throws Exception {
    Path profile = Files.createTempDirectory("browser");
    Process process =
        new ProcessBuilder(
                program().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--user-data-dir=" + profile,
                "--remote-debugging-port=0",
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectErrorStream(false)
            .start();
    Tab tab = new Tab(process, profile);
    try {
      tab.connect();
    } catch (Exception e) {
      tab.close();
      throw e;
    }
    return tab;
  }

  private static Path program() {
    for (String name : List.of("chromium", "chromium-browser", "google-chrome")) {
      for (String folder : System.getenv("PATH").split(":", -1)) {
        if (Files.isExecutable(Path.of(folder, name))) {
          return Path.of(folder, name);
        }
      }
    }
    return abort("there is no Chromium here; the page is not tried");
  }

  /** Chromium says on its standard error where it listens. */
  private void connect() throws Exception {
    String port = null;
    var errors = process.errorReader();
    while (port == null) {
      String line = errors.readLine();
      assertTrue(line != null, "the browser ended before it listened");
      if (line.startsWith("DevTools listening on ")) {
        port =
            String.valueOf(URI.create(line.substring("DevTools listening on ".length())).getPort());
      }
    }
    Thread drain = new Thread(() -> errors.lines().forEach(line -> {}));
    drain.setDaemon(true);
    drain.start();
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest pages =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list")).build();
    JsonNode targets =
        Json.mapper().readTree(client.send(pages, HttpResponse.BodyHandlers.ofString()).body());
    String address = null;
    for (JsonNode target : targets) {
      if (target.path("type").asText().equals("page")) {
        address = target.path("webSocketDebuggerUrl").asText();
      }
    }
    assertTrue(address != null, "the browser has a page");
    socket =
        client
            .newWebSocketBuilder()
            .buildAsync(URI.create(address), new Heard())
            .get(SECONDS, TimeUnit.SECONDS);
    for (String domain : List.of("Page", "Runtime", "Log")) {
      call(domain + ".enable", Map.of());
    }
  }

  /** What the browser says, in pieces: answers, and what the console complains of. */
  private final class Heard implements WebSocket.Listener {

    private final StringBuilder message = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      message.append(data);
      if (last) {
        take(message.toString());
        message.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void take(String text) {
      try {
        JsonNode said = Json.mapper().readTree(text);
        if (said.has("id")) {
          asked.remove(said.get("id").asInt()).complete(said);
        } else if (said.path("method").asText().equals("Log.entryAdded")
            || said.path("method").asText().equals("Runtime.exceptionThrown")) {
          synchronized (complaints) {
            complaints.add(said.path("params").toString());
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Asks the browser. */
  public JsonNode call(String method, Map<String, ?> parameters) throws Exception {
    int id = number.incrementAndGet();
    ObjectNode message = Json.mapper().createObjectNode().put("id", id).put("method", method);
    message.set("params", Json.mapper().valueToTree(parameters));
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    asked.put(id, answer);
    socket.sendText(message.toString(), true).join();
    JsonNode said = answer.get(SECONDS, TimeUnit.SECONDS);
    assertTrue(!said.has("error"), () -> method + ": " + said);
    return said.get("result");
  }

  /** Makes it so many pixels wide. */
  public Tab width(int width) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 500));
    return this;
  }

  /** Whether its user likes it dark. */
  public Tab dark(boolean dark) throws Exception {
    Map<String, String> scheme =
        Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
    call("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
    return this;
  }

  /** Goes to an address and waits until a condition of the page holds. */
  public Tab go(URI address, String until) throws Exception {
    call("Page.navigate", Map.of("url", address.toString()));
    waitFor(until);
    return this;
  }

  /** The value of an expression, which may be a promise. */
  public JsonNode value(String expression) throws Exception {
    JsonNode result =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    assertTrue(!result.has("exceptionDetails"), () -> expression + ": " + result);
    return result.path("result").path("value");
  }

  /** The text that an element shows. */
  public String text(String selector) throws Exception {
    return value("document.querySelector('" + selector + "').innerText").asText();
  }

  /** Looks at every frame of the page whether a condition holds. */
  public void waitFor(String condition) throws Exception {
    String frames =
        "new Promise(done => { const look = () => { let there = false; try { there = !!("
            + condition
            + "); } catch (e) { } there ? done(true) : setTimeout(look, 20); }; look(); })";
    for (int attempt = 0; ; attempt++) {
      try {
        value(frames);
        return;
      } catch (AssertionError e) {
        // The page was left while it was looked at; the next one is looked at instead.
        if (attempt == 3) {
          throw e;
        }
      }
    }
  }

  void type(String text) throws Exception {
    call("Input.insertText", Map.of("text", text));
  }

  /** Presses and releases a key such as Tab or Enter. */
  public void press(String key, int code, int modifiers) throws Exception {
    for (String kind : List.of("keyDown", "keyUp")) {
      call(
          "Input.dispatchKeyEvent",
          Map.of(
              "type",
              kind,
              "key",
              key,
              "code",
              key,
              "windowsVirtualKeyCode",
              code,
              "modifiers",
              modifiers,
              "text",
              key.equals("Enter") ? "\r" : ""));
    }
  }

  /** Takes a picture of the whole page. */
  public void screenshot(Path file) throws Exception {
    JsonNode size = call("Page.getLayoutMetrics", Map.of()).path("cssContentSize");
    Map<String, Object> all =
        Map.of(
            "x",
            0,
            "y",
            0,
            "width",
            size.path("width").asInt(),
            "height",
            size.path("height").asInt(),
            "scale",
            1);
    JsonNode taken =
        call("Page.captureScreenshot", Map.of("captureBeyondViewport", true, "clip", all));
    Files.write(file, Base64.getDecoder().decode(taken.path("data").asText()));
  }

  /** What the console complained of so far. */
  public List<String> complaints() {
    synchronized (complaints) {
      return List.copyOf(complaints);
    }
  }

  @Override
  public void close() throws IOException {
    List<ProcessHandle> renderers = process.descendants().toList();
    process.destroy();
    process.onExit().join();
    // What is left of it would go on writing into its folder.
    renderers.forEach(one -> one.onExit().join());
    try (Stream<Path> left = Files.walk(profile)) {
      left.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    }
  }
}
