package io.incrt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.json.Json;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code incrt serve} as a user starts it, asks it and ends it. */
class ServeCommandTest {

  private static final Path MODEL =
      Path.of("..", "incrt-network", "src", "test", "resources", "golden", "format-3", "text");

  @TempDir private Path folder;

  private static String refused(String... options) {
    List<String> arguments = new ArrayList<>(List.of("serve", "--model", MODEL.toString()));
    arguments.addAll(List.of(options));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = Main.run(arguments.toArray(String[]::new), out, err);
    String said = err.toString(StandardCharsets.UTF_8);
    assertTrue(code == 1 || code == 2, () -> code + " " + said);
    assertEquals("", out.toString(StandardCharsets.UTF_8));
    assertEquals(1, said.lines().count(), said);
    return said;
  }

  @Test
  void mistakesAreOneLineThatHelps() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty"));
    Path words = Files.writeString(folder.resolve("words"), "two words");
    for (String[] mistake :
        new String[][] {
          {"is empty", "--token-file", empty.toString()},
          {"one word", "--token-file", words.toString()},
          {"does not exist", "--token-file", folder.resolve("none").toString()},
          {"--tls-key PEM", "--tls-cert", empty.toString()},
          {"--tls-cert PEM", "--tls-key", empty.toString()},
          {"is not a PEM file", "--tls-cert", empty.toString(), "--tls-key", empty.toString()},
          {"such as https://example.org", "--cors-origin", "example.org"},
          {"such as https://example.org", "--cors-origin", "https://example.org/"},
          {"there is no token", "--open-metrics"},
          {"does not exist", "--access-log", folder.resolve("no").resolve("log").toString()},
          {"records to explain", "--max-explain", "-1"},
          {"cannot be asked for in an address", "--model", "a/b=x y"},
          {"port must be", "--port", "70000"}
        }) {
      String said = refused(java.util.Arrays.copyOfRange(mistake, 1, mistake.length));
      assertTrue(said.contains(mistake[0]), said);
    }
  }

  @Test
  void aNumberOutOfItsRangeIsAWrongUse() {
    for (String[] wrong :
        new String[][] {{"--port", "70000"}, {"--batch", "0"}, {"--reload", "-1"}}) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      String[] args = {"serve", "--model", folder.toString(), wrong[0], wrong[1]};
      assertEquals(2, Main.run(args, new ByteArrayOutputStream(), err));
      assertTrue(err.toString(StandardCharsets.UTF_8).contains("must be"), wrong[0]);
    }
  }

  /** The words of a line that a program says; what comes before it is passed over. */
  private static String[] next(BufferedReader said, String word) throws IOException {
    List<String> before = new ArrayList<>();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      before.add(line);
      if (line.startsWith(word)) {
        return line.split("\\s+", -1);
      }
    }
    throw new AssertionError("it ended before it said " + word + ": " + before);
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void itListensAnswersWritesALineOfEachAndEndsOnASignal() throws Exception {
    Path output = folder.resolve("out");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                "--model",
                "golden=" + MODEL,
                "--port",
                "0",
                "--reload",
                "0")
            .redirectOutput(output.toFile())
            .start();
    try (BufferedReader said = process.errorReader()) {
      String address = next(said, "listening")[1];
      assertEquals("golden:", next(said, "ready")[1]);
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(address + "/predict"))
                      .header("Content-Type", "application/json")
                      .header("X-Request-Id", "asked")
                      .POST(HttpRequest.BodyPublishers.ofString("{\"text\":\"how far ?\"}"))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
      assertEquals(200, answer.statusCode(), answer.body());
      assertTrue(answer.body().startsWith("{\"model\":\"golden\",\"predictions\":"));
      process.destroy();
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it ends");
      assertEquals(143, process.exitValue());
    } finally {
      process.destroyForcibly();
    }
    List<String> lines = Files.readAllLines(output);
    assertEquals(1, lines.size(), lines::toString);
    JsonNode line = Json.mapper().readTree(lines.get(0));
    assertEquals("asked", line.path("id").asText());
    assertEquals(200, line.path("status").asInt());
  }
}
