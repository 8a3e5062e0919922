package io.incrt.serve.page;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;

/** The page on a server whose answers are written down beforehand. */
final class FakeServer implements AutoCloseable {

  record Said(int status, String body) {}

  private final Server server = new Server();
  private final Map<String, Said> answers;
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final ServerConnector connector = new ServerConnector(server, 1, 1);

  /** Answers by path. */
  FakeServer(Map<String, Said> answers) throws Exception {
    this.answers = answers;
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(new Handler.Sequence(new TryPage(), new Answers()));
    server.start();
  }

  private final class Answers extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      String path = Request.getPathInContext(request);
      asked.add(path + " " + Content.Source.asString(request));
      Said said = answers.getOrDefault(path, new Said(404, "{\"error\":\"no such address\"}"));
      response.setStatus(said.status());
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
      Content.Sink.write(response, true, said.body(), callback);
      return true;
    }
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/");
  }

  List<String> asked() {
    return List.copyOf(asked);
  }

  @Override
  public void close() {
    LifeCycle.stop(server);
  }
}
