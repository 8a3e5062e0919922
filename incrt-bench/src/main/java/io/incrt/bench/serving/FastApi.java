package io.incrt.bench.serving;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The rival: benchmarks/fastapi_server.py under uvicorn. */
final class FastApi implements AutoCloseable {

  private static final Duration LONG = Duration.ofSeconds(90);

  private final Child process;
  private final int port;

  private FastApi(Child process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Says in one line why there is no rival. */
  static final class MissingException extends IOException {
    private static final long serialVersionUID = 1;

    MissingException(String message) {
      super(message);
    }
  }

  /**
   * Whether a Python has what it takes.
   *
   * @throws MissingException if not
   */
  static void require(String python) throws MissingException {
    String needed = "import fastapi, uvicorn, onnxruntime, numpy, uvloop, httptools";
    try (Child child = Child.start(python, List.of(python, "-c", needed), Map.of())) {
      child.output(LONG);
    } catch (IOException e) {
      String why = e.getMessage().replaceAll(".*\\| ", "").replaceAll("\\R.*", "");
      throw new MissingException("no FastAPI beside us: " + why);
    }
  }

  /**
   * Starts it and waits until it answers.
   *
   * @param script benchmarks/fastapi_server.py
   */
  static FastApi start(String python, Path script, int workers, Path model, Path onnx)
      throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    List<String> command =
        List.of(
            python,
            "-m",
            "uvicorn",
            "--app-dir",
            script.toAbsolutePath().getParent().toString(),
            script.getFileName().toString().replace(".py", "") + ":app",
            "--host",
            "127.0.0.1",
            "--port",
            String.valueOf(port),
            "--workers",
            String.valueOf(workers),
            "--no-access-log",
            "--log-level",
            "warning");
    Map<String, String> environment =
        Map.of("MODEL", model.toString(), "ONNX", onnx.toString(), "OMP_NUM_THREADS", "1");
    FastApi rival = new FastApi(Child.start("uvicorn", command, environment), port);
    try {
      rival.name();
      return rival;
    } catch (IOException e) {
      rival.close();
      throw e;
    }
  }

  int port() {
    return port;
  }

  /** What it is, with versions, as soon as it answers. */
  String name() throws IOException {
    long end = System.nanoTime() + LONG.toNanos();
    while (true) {
      try (var in = URI.create("http://127.0.0.1:" + port + "/about").toURL().openStream()) {
        JsonNode about = Json.mapper().readTree(in.readAllBytes());
        return about.path("name").asText();
      } catch (IOException e) {
        if (System.nanoTime() > end || !process.isAlive()) {
          throw new IOException("the server in Python does not answer: " + e.getMessage(), e);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
    }
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}
