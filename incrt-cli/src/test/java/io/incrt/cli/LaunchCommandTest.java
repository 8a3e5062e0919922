package io.incrt.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Several processes that train one network: how they begin, lose one, and end. */
@Timeout(180)
@EnabledOnOs(OS.LINUX)
class LaunchCommandTest {

  @TempDir private static Path directory;
  private static Path records;

  private record Ending(int code, String out, String err) {}

  private static Ending run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = Main.run(arguments, out, err);
    return new Ending(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static Ending launch(Path folder, int steps, String... options) {
    List<String> arguments = new ArrayList<>(List.of("launch", "--ranks", "2"));
    arguments.addAll(List.of(options));
    arguments.addAll(
        List.of("train", "--data", records.toString(), "--out", folder.toString(), "--seed", "7"));
    for (String setting :
        List.of("training.steps=" + steps, "training.evaluateEvery=20", "network.width=8")) {
      arguments.addAll(List.of("--set", setting));
    }
    return run(arguments.toArray(String[]::new));
  }

  @BeforeAll
  static void write() throws IOException {
    StringBuilder text = new StringBuilder("text,label\n");
    for (int i = 0; i < 120; i++) {
      text.append(i % 2 == 0 ? "a fine day,good\n" : "a dull day,bad\n");
    }
    records = Files.writeString(directory.resolve("records.csv"), text);
  }

  /** The processes of the group, in the order they were started. */
  private static List<ProcessHandle> ranks() {
    return ProcessHandle.current()
        .children()
        .filter(ProcessHandle::isAlive)
        .filter(child -> child.info().command().orElse("").endsWith("java"))
        .sorted(Comparator.comparing(ProcessHandle::pid))
        .toList();
  }

  private static boolean hasCheckpoint(Path folder) throws IOException {
    Path checkpoints = folder.resolve("checkpoints");
    if (!Files.isDirectory(checkpoints)) {
      return false;
    }
    try (Stream<Path> files = Files.list(checkpoints)) {
      return files.anyMatch(file -> file.toString().endsWith(".ckpt"));
    }
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  /** Launches, and sends a signal to the second rank once there is a checkpoint. */
  private static Ending disturbed(String name, Path folder, int steps, String... options)
      throws Exception {
    CompletableFuture<Ending> running =
        CompletableFuture.supplyAsync(() -> launch(folder, steps, options));
    while (!hasCheckpoint(folder) && !running.isDone()) {
      Thread.sleep(20);
    }
    List<ProcessHandle> ranks = ranks();
    assertEquals(2, ranks.size(), "two ranks are there");
    signal(name, ranks.get(1));
    Ending ending = running.get();
    assertTrue(ranks().isEmpty(), "nobody is left");
    return ending;
  }

  @Test
  void aLostRankIsNamedAndTheRestartedRunEndsAsIfNothingHadHappened() throws Exception {
    Path whole = directory.resolve("whole");
    Ending undisturbed = launch(whole, 200);
    assertEquals(0, undisturbed.code, undisturbed.err);
    assertTrue(undisturbed.out.contains("model       " + whole), undisturbed.out);
    assertFalse(undisturbed.out.contains("Gloo"), undisturbed.out);
    Path killed = directory.resolve("killed");
    Ending again = disturbed("KILL", killed, 200, "--restarts", "1");
    assertEquals(0, again.code, again.err);
    assertTrue(
        again.err.contains(
            "incrt: rank 1 of 2 was killed (signal 9); beginning again from the last checkpoint (1"
                + " of 1)"),
        again.err);
    for (String file : List.of("model.safetensors", "growth.jsonl", "metrics.jsonl")) {
      assertArrayEquals(
          Files.readAllBytes(whole.resolve(file)), Files.readAllBytes(killed.resolve(file)), file);
    }
  }

  @Test
  void aRankThatHangsIsNamedAfterTheTimeout() throws Exception {
    Path folder = directory.resolve("hanging");
    Ending ending = disturbed("STOP", folder, 100_000, "--rank-timeout", "3");
    assertEquals(1, ending.code);
    List<String> said = ending.err.lines().filter(line -> line.startsWith("incrt: ")).toList();
    assertEquals(1, said.size(), ending.err);
    assertTrue(said.get(0).contains("rank 1 of 2 does not answer any more"), ending.err);
    assertTrue(said.get(0).contains("--resume"), ending.err);
  }

  @Test
  void whoeverIsAskedToStopStopsAll() throws Exception {
    Path folder = directory.resolve("stopped");
    Ending ending = disturbed("TERM", folder, 100_000);
    assertEquals(143, ending.code, ending.err);
    assertTrue(ending.out.contains("stopped and saved at step "), ending.out);
    assertEquals(0, run("inspect", "--model", folder.toString()).code);
  }

  @Test
  void whatCannotBeIsRefused() {
    Ending none = run("launch", "--ranks", "0", "train");
    assertEquals(2, none.code);
    assertTrue(none.err.contains("--ranks and --rank-timeout must be 1 or more"), none.err);
    Ending other = run("launch", "--ranks", "2", "predict", "--model", "m");
    assertEquals(2, other.code);
    assertTrue(other.err.contains("only train is done by several processes"), other.err);
    Ending missing = run("launch", "--ranks", "2", "train", "--data", "no-such-file.csv");
    assertEquals(1, missing.code);
    assertEquals("incrt: no-such-file.csv does not exist\n", missing.err);
    Ending option = run("launch", "--ranks", "2", "train", "--stepps", "3");
    assertEquals(2, option.code);
    assertTrue(option.err.contains("Unknown option"), option.err);
  }
}
