package io.incrt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.store.EventFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is seen by others than its terminal. */
class SightTest {

  @TempDir private Path directory;

  private static String told(int expected, String... arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        Main.run(
            arguments,
            new ByteArrayOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    String told = err.toString(StandardCharsets.UTF_8);
    assertEquals(expected, code, told);
    return told;
  }

  private String train(int expected, String... more) throws IOException {
    Path records = directory.resolve("records.tsv");
    StringBuilder text = new StringBuilder("sentence\tlabel\n");
    for (int i = 0; i < 120; i++) {
      text.append(i % 2 == 0 ? "a fine day " : "a dull day ").append("number ").append(i);
      text.append(i % 2 == 0 ? "\tgood\n" : "\tbad\n");
    }
    Files.writeString(records, text);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "train",
                "--data",
                records.toString(),
                "--out",
                directory.resolve("model").toString(),
                "--set",
                "training.steps=20",
                "--set",
                "training.evaluateEvery=10",
                "--set",
                "network.width=16"));
    arguments.addAll(List.of(more));
    return told(expected, arguments.toArray(String[]::new));
  }

  @Test
  void aRunIsServedAndWritesForTensorBoard() throws IOException {
    String told = train(0, "--watch=0", "--tensorboard");
    assertTrue(told.matches("(?s).*watch it at http://127\\.0\\.0\\.1:[0-9]+/\n.*"), told);
    Path events = directory.resolve("model").resolve(EventFile.FOLDER);
    try (Stream<Path> files = Files.list(events)) {
      assertEquals(1, files.filter(file -> file.toString().contains("tfevents")).count());
    }
    // The model's manifest names its own files alone, so it can still be opened.
    told(0, "inspect", "--model", directory.resolve("model").toString());
    // A new run without TensorBoard must not leave what was written of the one before.
    train(0, "--overwrite");
    try (Stream<Path> files = Files.list(events)) {
      assertEquals(0, files.count());
    }
  }

  @Test
  void everyRunOfSeveralWritesItsOwn() throws IOException {
    train(0, "--seeds", "2", "--tensorboard");
    for (String run : List.of("seed-1", "seed-2")) {
      assertTrue(
          Files.isDirectory(directory.resolve("model").resolve(run).resolve(EventFile.FOLDER)));
    }
    assertFalse(Files.exists(directory.resolve("model").resolve(EventFile.FOLDER)));
  }

  @Test
  void eventsThatCannotBeWrittenAreAFailure() throws IOException {
    Path events = directory.resolve("model").resolve(EventFile.FOLDER);
    Files.createDirectory(events.getParent());
    Files.writeString(events, "a file");
    String told = train(1, "--tensorboard");
    String last = told.lines().reduce((one, next) -> next).orElseThrow();
    assertTrue(last.startsWith("incrt: " + events + " must be a directory"), told);
  }

  @Test
  void portsAndFoldersThatCannotBeAreNamed() throws IOException {
    assertTrue(train(2, "--watch=70000").contains("--watch takes a port from 0 to 65535"));
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      assertTrue(train(1, "--watch=" + port).contains("port " + port + " is taken by another"));
      String told = told(1, "watch", directory.resolve("later").toString(), "--port", port);
      assertTrue(told.contains("later does not exist yet; waiting for it"), told);
      assertTrue(told.contains("port " + port + " is taken by another"), told);
    }
    Path file = Files.writeString(directory.resolve("file"), "x");
    assertTrue(told(1, "watch", file.toString()).contains("is a file, but a run's folder is"));
    assertTrue(told(2, "watch", "x", "--port=-1").contains("--port must be 0 to 65535"));
    assertTrue(told(2, "watch").contains("'DIR'"));
  }
}
