package io.incrt.bench.serving;

import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/** {@code incrt serve} in a process of its own, without an access log. */
final class ServedIncrt implements AutoCloseable {

  private static final Pattern LISTENING = Pattern.compile("listening .*:(\\d+)");
  private static final Pattern READY = Pattern.compile("ready .*");
  private static final Pattern RELOADED = Pattern.compile("reloaded .*");
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final long BETWEEN_TRIES = TimeUnit.MILLISECONDS.toNanos(5);
  private static final int OK = 200;

  private final Child process;
  private final int port;

  private ServedIncrt(Child process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts it; it may not be ready yet. */
  static ServedIncrt start(List<String> incrt, int threads, List<Path> folders) throws IOException {
    List<String> command = new ArrayList<>(incrt);
    command.addAll(List.of("serve", "--port", "0", "--access-log", "none", "--reload", "0.2"));
    command.add("--model");
    folders.forEach(folder -> command.add(folder.toString()));
    Child process = Child.start("serve", command, threads(threads));
    try {
      return new ServedIncrt(process, Integer.parseInt(process.await(LISTENING, 1, LONG).group(1)));
    } catch (IOException e) {
      process.close();
      throw e;
    }
  }

  /** The same, with all models loaded. */
  static ServedIncrt ready(List<String> incrt, int threads, List<Path> folders) throws IOException {
    ServedIncrt served = start(incrt, threads, folders);
    try {
      served.process.await(READY, folders.size(), LONG);
      return served;
    } catch (IOException e) {
      served.close();
      throw e;
    }
  }

  static Map<String, String> threads(int threads) {
    return Map.of("OMP_NUM_THREADS", String.valueOf(threads));
  }

  int port() {
    return port;
  }

  Child process() {
    return process;
  }

  /** Asks one record until it is answered. */
  void awaitAnswer() throws IOException {
    long end = System.nanoTime() + LONG.toNanos();
    while (status() != OK) {
      if (System.nanoTime() > end || !process.isAlive()) {
        throw new IOException("the server does not answer");
      }
      LockSupport.parkNanos(BETWEEN_TRIES);
    }
  }

  private int status() throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection)
            URI.create("http://127.0.0.1:" + port + "/predict").toURL().openConnection();
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "application/json");
    try (OutputStream out = connection.getOutputStream()) {
      out.write("{\"text\": \"ACGTACGTACGTACGT\"}".getBytes(StandardCharsets.UTF_8));
    }
    int status = connection.getResponseCode();
    if (status == OK) {
      connection.getInputStream().readAllBytes();
    }
    connection.disconnect();
    return status;
  }

  /** Waits until it has reloaded so often. */
  void awaitReloads(int count) throws IOException {
    process.await(RELOADED, count, LONG);
  }

  int reloads() {
    return (int) process.count(RELOADED);
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}
