package io.incrt.bench.serving;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process that says line by line what it does. Its standard input stays open until it ends. */
final class Child implements AutoCloseable {

  private static final int MOST_LINES = 10_000;
  private static final Duration GRACE = Duration.ofSeconds(40);

  private final String name;
  private final Process process;
  private final List<String> lines = new ArrayList<>();
  private final Thread reader;

  private Child(String name, Process process) {
    this.name = name;
    this.process = process;
    this.reader = new Thread(this::readAll, name);
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts a command as a user would, without the memory settings of the benchmark. */
  static Child start(String name, List<String> command, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    return start(name, builder, environment);
  }

  /** The same, where nobody reads what it writes to its standard output. */
  static Child unheard(String name, List<String> command, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    return start(name, builder, environment);
  }

  private static Child start(String name, ProcessBuilder builder, Map<String, String> environment)
      throws IOException {
    builder
        .environment()
        .keySet()
        .removeIf(one -> one.startsWith("MALLOC_") || one.equals("GLIBC_TUNABLES"));
    builder.environment().putAll(environment);
    return new Child(name, builder.start());
  }

  private void readAll() {
    // Where standard output goes nowhere, there are only errors to read.
    try (BufferedReader from = process.inputReader();
        BufferedReader errors = process.errorReader()) {
      read(from);
      read(errors);
    } catch (IOException e) {
      // It was ended.
    } finally {
      synchronized (this) {
        notifyAll();
      }
    }
  }

  private void read(BufferedReader from) throws IOException {
    for (String line = from.readLine(); line != null; line = from.readLine()) {
      synchronized (this) {
        if (lines.size() < MOST_LINES) {
          lines.add(line);
        }
        notifyAll();
      }
    }
  }

  /**
   * Waits until so many lines fit a pattern.
   *
   * @return the last of them
   */
  synchronized Matcher await(Pattern pattern, int count, Duration longest) throws IOException {
    long end = System.nanoTime() + longest.toNanos();
    while (true) {
      List<Matcher> found =
          lines.stream().map(pattern::matcher).filter(Matcher::matches).limit(count).toList();
      if (found.size() == count) {
        return found.get(count - 1);
      }
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0 || (!process.isAlive() && !reader.isAlive())) {
        throw new IOException(
            name + " did not say '" + pattern + "' " + count + " times but: " + last());
      }
      try {
        wait(Math.min(left, 100));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while waiting for " + name, e);
      }
    }
  }

  synchronized long count(Pattern pattern) {
    return lines.stream().filter(line -> pattern.matcher(line).matches()).count();
  }

  private synchronized String last() {
    return String.join(" | ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Tells it to end, as an operator does. */
  void terminate() {
    process.destroy();
  }

  /** Ends its standard input. */
  void endInput() throws IOException {
    process.getOutputStream().close();
  }

  /** Waits for its end. */
  int exit(Duration longest) throws IOException {
    try {
      if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(name + " did not end within " + longest.toSeconds() + " s");
      }
      reader.join(GRACE.toMillis());
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + name, e);
    }
  }

  /** All it said until its end. */
  String output(Duration longest) throws IOException {
    int code = exit(longest);
    if (code != 0) {
      throw new IOException(name + " ended with " + code + ": " + last());
    }
    synchronized (this) {
      return String.join("\n", lines);
    }
  }

  /** Its resident memory in bytes; empty where the system does not say. */
  Optional<Long> resident() {
    Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
    try (var all = Files.lines(status)) {
      return all.filter(line -> line.startsWith("VmRSS:"))
          .findFirst()
          .map(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")));
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(GRACE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
