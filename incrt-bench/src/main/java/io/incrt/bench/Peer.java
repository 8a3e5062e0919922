package io.incrt.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.base.Statistics;
import io.incrt.bench.measure.MeasuredSteps;
import io.incrt.data.json.Json;
import io.incrt.settings.RunSettings;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The same network and step in another process, which is asked for one step after the other by
 * lines of JSON, so that the two take turns. benchmarks/peer_pytorch.py is one.
 */
final class Peer implements AutoCloseable {

  private final Process process;
  private final BufferedWriter to;
  private final BufferedReader from;
  private final String name;

  /** Says in one line why there is no peer. */
  static final class MissingException extends IOException {
    private static final long serialVersionUID = 1;

    MissingException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private Peer(Process process) throws IOException {
    this.process = process;
    this.to = process.outputWriter();
    this.from = process.inputReader();
    JsonNode hello = answer();
    this.name = "PyTorch " + hello.path("torch").asText("of unknown version");
  }

  /** Takes away the memory settings that ./incrt made for the benchmark. */
  static void asAUserWould(ProcessBuilder builder) {
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("MALLOC_") || name.equals("GLIBC_TUNABLES"));
  }

  /**
   * Starts a peer and waits until it is ready.
   *
   * @param command the process, which gets the environment without glibc's memory settings
   * @throws MissingException where it cannot be had
   */
  static Peer start(List<String> command) throws MissingException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    asAUserWould(builder);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new MissingException(command.get(0) + " cannot be started", e);
    }
    try {
      return new Peer(process);
    } catch (IOException e) {
      process.destroy();
      throw new MissingException(e.getMessage(), e);
    }
  }

  /** What it is, with its version. */
  String name() {
    return name;
  }

  /** The milliseconds of one step. */
  double step(MeasuredSteps.Size size) throws IOException {
    return milliseconds(ask(question(size, 1, size.preset().settings()))).get(0);
  }

  /** Milliseconds a step over so many steps one after the other, with other settings. */
  double block(MeasuredSteps.Size size, int steps, RunSettings settings) throws IOException {
    return Statistics.mean(
        milliseconds(ask(question(size, steps, settings))).stream()
            .mapToDouble(Double::doubleValue)
            .toArray());
  }

  /** What it holds at most, above what it holds before, in bytes. */
  long memory(MeasuredSteps.Size size, int steps) throws IOException {
    ObjectNode question = question(size, steps, size.preset().settings());
    JsonNode answer = ask(question.put("memory", true));
    return answer.path("residentPeak").asLong() - answer.path("residentBefore").asLong();
  }

  /**
   * What it says of records after so many steps from given weights on.
   *
   * @param given weights, tokens, labels and what the linear model says
   */
  List<float[]> outputs(MeasuredSteps.Size size, int steps, RunSettings settings, ObjectNode given)
      throws IOException {
    ObjectNode question = question(size, steps, settings);
    question.set("check", given);
    List<float[]> outputs = new ArrayList<>();
    for (JsonNode row : ask(question).path("outputs")) {
      float[] own = new float[row.size()];
      for (int i = 0; i < own.length; i++) {
        own[i] = (float) row.get(i).asDouble();
      }
      outputs.add(own);
    }
    return outputs;
  }

  /** What a network and its steps are, as peers are asked. */
  static ObjectNode question(MeasuredSteps.Size size, int steps, RunSettings settings) {
    ObjectNode line = Json.object();
    line.put("width", size.width())
        .put("heads", size.heads())
        .put("length", size.length())
        .put("pooling", size.pooling())
        .put("batch", size.batch())
        .put("steps", steps);
    ObjectNode given = line.putObject("settings");
    given
        .put("vocabulary", MeasuredSteps.VOCABULARY)
        .put("classes", MeasuredSteps.CLASSES)
        .put("maxLength", size.longest())
        .put("keyDimensions", size.keyDimensions())
        .put("bothEnds", settings.network().bothEnds())
        .put("feedForward", settings.parts().feedForward())
        .put("floor", settings.parts().floor().isMixed())
        .put("precision", settings.training().precision().name())
        .put("dropout", settings.training().dropout())
        .put("unknownRate", settings.training().unknownRate())
        .put("average", settings.training().average())
        .put("labelSmoothing", settings.training().labelSmoothing())
        .put("learningRate", settings.training().learningRate())
        .put("weightDecay", settings.training().weightDecay())
        .put("clip", settings.training().clip());
    settings.parts().widths().forEach(given.putArray("convolutions")::add);
    return line;
  }

  private JsonNode ask(ObjectNode question) throws IOException {
    try {
      to.write(Json.line(question));
      to.newLine();
      to.flush();
    } catch (IOException e) {
      throw new IOException("the peer has ended and takes no more questions", e);
    }
    return answer();
  }

  private static List<Double> milliseconds(JsonNode answer) throws IOException {
    List<Double> times = new ArrayList<>();
    answer.path("milliseconds").forEach(time -> times.add(time.asDouble()));
    if (times.isEmpty()) {
      throw new IOException("the peer answered without milliseconds: " + answer);
    }
    return times;
  }

  private JsonNode answer() throws IOException {
    String line = from.readLine();
    if (line == null) {
      throw new IOException("the peer ended without an answer");
    }
    JsonNode answer;
    try {
      answer = Json.mapper().readTree(line);
    } catch (IOException e) {
      throw new IOException("the peer must answer with a line of JSON but said: " + line, e);
    }
    if (answer.has("error")) {
      throw new IOException(answer.get("error").asText());
    }
    return answer;
  }

  @Override
  public void close() throws IOException {
    to.close();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
