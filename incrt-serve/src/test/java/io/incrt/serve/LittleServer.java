package io.incrt.serve;

import io.incrt.Explanation;
import io.incrt.serve.access.AccessEntry;
import io.incrt.serve.model.Answer;
import io.incrt.serve.model.Answerer;
import io.incrt.serve.model.ModelCard;
import io.incrt.serve.reload.ReloadListener;
import io.incrt.serve.security.ServerIdentity;
import io.incrt.serve.settings.ServerSettings;
import io.incrt.serve.settings.ServerSettingsBuilder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A server of one model that is no network: for tests of what is around it. */
public final class LittleServer implements AutoCloseable {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final BlockingQueue<AccessEntry> entries = new LinkedBlockingQueue<>();
  private final PredictionServer server;

  /** A model of two classes, which finds every text that begins with b to be of the second. */
  public static class LittleModel implements Answerer {

    /** What is told of it. */
    public static final ModelCard CARD =
        new ModelCard(
            List.of("first", "second"),
            "text",
            "Tokens are letters.",
            List.of("one"),
            new ModelCard.Trained("2026-01-01T00:00:00Z", null, 1, 2, "0", "train", "abc"),
            Map.of("test", Map.of("accuracy", 0.5)));

    @Override
    public ModelCard card() {
      return CARD;
    }

    @Override
    public List<Answer> answer(List<String> texts) {
      return texts.stream().map(LittleModel::answer).toList();
    }

    private static Answer answer(String text) {
      if (text.equals("short")) {
        return Answer.none("the sequence is too short");
      }
      return text.startsWith("b")
          ? Answer.of(new float[] {0.25f, 0.75f}, 0.5, "half of it is unknown")
          : Answer.of(new float[] {0.875f, 0.125f}, 1, null);
    }

    @Override
    public Optional<Explanation> explain(String text) {
      return text.equals("short")
          ? Optional.empty()
          : Optional.of(
              new Explanation(
                  "0",
                  "first",
                  0.875,
                  "guessing",
                  List.of(
                      new Explanation.Piece(0, 1, text.substring(0, 1), 2),
                      new Explanation.Piece(1, text.length(), text.substring(1), -1)),
                  List.of(new Explanation.PartShare("one", 1)),
                  1,
                  0,
                  null));
    }

    @Override
    public void close() {}
  }

  /** A server that is started, with its model in place. */
  public LittleServer(UnaryOperator<ServerSettingsBuilder> settings) throws IOException {
    this(settings, new LittleModel());
  }

  /** The same with another model. */
  public LittleServer(UnaryOperator<ServerSettingsBuilder> settings, Answerer model)
      throws IOException {
    server =
        new PredictionServer(
            settings(settings),
            List.of("little"),
            Executors::newFixedThreadPool,
            identity(settings(settings)),
            entries::add);
    server.start();
    server.put("little", model);
  }

  private static Optional<ServerIdentity> identity(ServerSettings settings) throws IOException {
    return settings.tls().isEmpty()
        ? Optional.empty()
        : Optional.of(ServerIdentity.read(settings.tls().get()));
  }

  /** Looks at the certificate as often as the settings say. */
  public void watch() {
    ReloadListener nobody = new ReloadListener() {};
    server.watch(server.folders(folder -> new LittleModel(), nobody), nobody);
  }

  /** Settings for a free port of this machine. */
  public static ServerSettings settings(UnaryOperator<ServerSettingsBuilder> settings) {
    return settings
        .apply(
            ServerSettingsBuilder.builder(ServerSettings.defaults())
                .port(0)
                .grace(Duration.ofSeconds(5)))
        .build();
  }

  /** The server. */
  public PredictionServer server() {
    return server;
  }

  /** A request to it. */
  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  /** Sends a request. */
  public static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Gets a path. */
  public HttpResponse<String> get(String path) throws Exception {
    return send(request(path));
  }

  /** Posts JSON to a path. */
  public HttpResponse<String> post(String path, String json) throws Exception {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json)));
  }

  /** The next request that ended. */
  public AccessEntry ended() throws InterruptedException {
    AccessEntry entry = entries.poll(20, TimeUnit.SECONDS);
    if (entry == null) {
      throw new AssertionError("no request has ended");
    }
    return entry;
  }

  @Override
  public void close() {
    server.close();
  }
}
