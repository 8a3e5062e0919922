package io.incrt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.cli.console.Problems;
import io.incrt.cli.console.ShellWords;
import io.incrt.store.ModelFolder;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Output that is lost, signals, hostile names, too little memory: how commands end. */
class BadEndsTest {

  private static final int MANY = 60_000;

  @TempDir private static Path directory;
  private static Path model;
  private static Path records;

  private record Ending(int code, String out, String err) {}

  private static Ending run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Ending ending = run(out, arguments);
    return new Ending(ending.code, out.toString(StandardCharsets.UTF_8), ending.err);
  }

  private static Ending run(OutputStream out, String... arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = Main.run(arguments, out, err);
    return new Ending(code, "", err.toString(StandardCharsets.UTF_8));
  }

  private static String[] training(Path data, Path out, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("train", "--data", data.toString(), "--out", out.toString(), "--seed", "7"));
    for (String setting :
        List.of("training.steps=60", "training.evaluateEvery=20", "network.width=8")) {
      arguments.addAll(List.of("--set", setting));
    }
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  @BeforeAll
  static void trainOnce() throws Exception {
    model = directory.resolve("model");
    records = directory.resolve("records.csv");
    StringBuilder text = new StringBuilder("text,label\n");
    for (int i = 0; i < 100; i++) {
      // An escape that would turn a terminal red, and one that reads backwards.
      text.append(i % 2 == 0 ? "a fine day,go\u001b[31mod\n" : "a dull day,b\u202ead\n");
    }
    Files.writeString(records, text);
    Ending trained = run(training(records, model));
    assertEquals(0, trained.code, trained.err);
  }

  /** A stream that takes some bytes and then fails. */
  private static final class Failing extends OutputStream {

    private final String message;
    private final int taken;
    private int written;
    private int attempts;

    Failing(int taken, String message) {
      this.taken = taken;
      this.message = message;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      if (written + length > taken) {
        attempts++;
        throw new IOException(message);
      }
      written += length;
    }
  }

  @Test
  void everyLostOutputIsAFailedCommand() throws Exception {
    Path asked = Files.writeString(directory.resolve("asked.csv"), "text\na fine day\n");
    for (String[] command :
        List.of(
            new String[] {"predict", "--model", model.toString(), "--data", asked.toString()},
            new String[] {"evaluate", "--model", model.toString(), "--data", records.toString()},
            new String[] {"inspect", "--model", model.toString()},
            new String[] {"inspect", "--json", "--model", model.toString()},
            new String[] {"report", "--model", model.toString()},
            new String[] {"--help"},
            new String[] {"predict", "--help"},
            new String[] {"train", "--set", "help"})) {
      Ending full = run(new Failing(0, "No space left on device"), command);
      assertEquals(1, full.code, String.join(" ", command));
      assertEquals(
          "incrt: standard output could not be written: No space left on device\n",
          full.err,
          String.join(" ", command));
      Ending closed = run(new Failing(0, "Broken pipe"), command);
      assertEquals(1, closed.code, String.join(" ", command));
      assertEquals("", closed.err, "whoever has read enough needs no message");
    }
  }

  @Test
  void whoReadsNoFurtherIsNotComputedFor() throws Exception {
    Path many = directory.resolve("many.csv");
    Files.writeString(many, "text\n" + "a fine day\n".repeat(MANY));
    Failing head = new Failing(100_000, "Broken pipe");
    Ending ending = run(head, "predict", "--model", model.toString(), "--data", many.toString());
    assertEquals(1, ending.code);
    assertEquals("", ending.err);
    assertTrue(head.attempts <= 2, "it ends at the first failure, and once more flushes");
  }

  @Test
  void theCommandToRepeatARunIsReadBackAsItWas() throws Exception {
    List<String> hostile =
        List.of(
            "a'; touch X; '.tsv",
            "$(touch X)",
            "`touch X`",
            "a b",
            "\\",
            "",
            "-n",
            "a\nb\tc",
            "\u001b[31m'\\",
            "ü\u202e",
            "*",
            "~",
            "!x",
            "#x",
            "a=b;c");
    Process shell =
        new ProcessBuilder("bash", "-c", "printf '%s\\0' " + ShellWords.of(hostile))
            .directory(directory.toFile())
            .start();
    String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(hostile, List.of(printed.split("\0", -1)).subList(0, hostile.size()));
    assertFalse(Files.exists(directory.resolve("X")));
    assertFalse(ShellWords.of(hostile).contains("\u001b"));
  }

  @Test
  void controlCharactersReachNeitherTerminalNorPage() throws Exception {
    List<String> shown = new ArrayList<>();
    shown.add(run("inspect", "--model", model.toString()).out);
    shown.add(run("evaluate", "--model", model.toString(), "--data", records.toString()).out);
    shown.add(run("predict", "--model", model.toString(), "--data", records.toString()).out);
    shown.add(run("inspect", "--model", "no\u001b[2Jwhere\u0007").err);
    shown.add(Files.readString(model.resolve("report.html")));
    for (String text : shown) {
      assertFalse(text.contains("\u001b") || text.contains("\u202e"), text);
    }
    assertTrue(shown.get(0).contains("go\\u001b[31mod"), shown.get(0));
    assertTrue(shown.get(4).contains("go\\u001b[31mod"), "the page shows it too");
  }

  @Test
  void exportDoesNotReplaceTheModelItReads() throws Exception {
    byte[] before = Files.readAllBytes(model.resolve("model.safetensors"));
    Ending ending =
        run(
            "export",
            "--model",
            model.toString(),
            "--out",
            model.resolve("model.safetensors").toString());
    assertEquals(1, ending.code);
    assertTrue(ending.err.contains("is one of the files that export reads"), ending.err);
    assertEquals(before.length, Files.size(model.resolve("model.safetensors")));
  }

  @Test
  void failuresAreLinesAUserCanActOn() throws Exception {
    Path latin = Files.write(directory.resolve("latin.json"), new byte[] {'{', (byte) 0xe9, '}'});
    Ending ending = run("train", "--config", latin.toString(), "--out", directory + "/x");
    assertEquals(2, ending.code, ending.err);
    assertFalse(ending.err.contains("Input length") || ending.err.contains("REDACTED"), ending.err);
    assertTrue(ending.err.contains("latin.json"), ending.err);
    Path broken = Files.writeString(directory.resolve("broken.json"), "{\"a\": [1, {\"b\":");
    Ending open = run("train", "--config", broken.toString(), "--out", directory + "/x");
    assertFalse(open.err.contains("REDACTED"), open.err);
    String out =
        "DefaultCPUAllocator: can't allocate memory: you tried to allocate 64 bytes. Error code 12\n"
            + "Exception raised from alloc_cpu at ../c10 (most recent call first):\nframe #0";
    assertEquals(
        "out of memory: libtorch got no more (you tried to allocate 64 bytes); a smaller"
            + " training.batchSize or network.maxLength needs less",
        Problems.inOneLine(new RuntimeException(out)));
    assertEquals(
        "bad shape",
        Problems.inOneLine(new RuntimeException("bad shape\nException raised from x")));
    assertTrue(
        Problems.inOneLine(new IllegalStateException(new OutOfMemoryError("Java heap space")))
            .startsWith("out of memory: the Java heap is full at "));
    assertEquals(
        "a\\u001bb does not exist", Problems.inOneLine(new NoSuchFileException("a\u001bb")));
  }

  private static Process start(List<String> options, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectError(directory.resolve("child.err").toFile())
        .redirectOutput(directory.resolve("child.out").toFile())
        .start();
  }

  private static String said() throws IOException {
    return Files.readString(directory.resolve("child.err"));
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aSignalEndsARunWithItsOwnCodeAndAModel() throws Exception {
    for (String[] signal : new String[][] {{"INT", "130"}, {"TERM", "143"}}) {
      Path folder = directory.resolve("stopped-" + signal[0]);
      String[] endless = training(records, folder, "--set", "training.steps=1000000");
      Process process = start(List.of(), endless);
      for (int i = 0; i < 600 && !Files.exists(folder.resolve("manifest.json")); i++) {
        Thread.sleep(100);
      }
      new ProcessBuilder("kill", "-" + signal[0], String.valueOf(process.pid())).start().waitFor();
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it ends");
      assertEquals(Integer.parseInt(signal[1]), process.exitValue(), said());
      String out = Files.readString(directory.resolve("child.out"));
      assertTrue(out.contains("stopped and saved at step "), out);
      assertTrue(out.contains("(the best so far)"), out);
      for (String command : List.of("inspect", "report")) {
        assertEquals(0, run(command, "--model", folder.toString()).code);
      }
      Ending inspected = run("inspect", "--model", folder.toString());
      assertTrue(inspected.out.contains("in a run that has not ended"), inspected.out);
      assertEquals(
          0, run("predict", "--model", folder.toString(), "--data", records.toString()).code);
      assertFalse(ModelFolder.config(folder).provenance().hasFinished());
    }
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aSignalBeforeTheFirstValidationLeavesAModelToo() throws Exception {
    Path folder = directory.resolve("early");
    String[] endless =
        training(
            records,
            folder,
            "--set",
            "training.steps=1000000",
            "--set",
            "training.evaluateEvery=1000000");
    Process process = start(List.of(), endless);
    for (int i = 0; i < 600 && !Files.exists(folder.resolve(".run.lock")); i++) {
      Thread.sleep(100);
    }
    Thread.sleep(2000);
    process.destroy();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it ends");
    assertEquals(143, process.exitValue(), said());
    assertEquals(0, run("inspect", "--model", folder.toString()).code);
  }

  /** The bounds that docs/reliability.md states, each with data larger than the heap. */
  @Test
  void commandsKeepToTheirMemory() throws Exception {
    Path large = directory.resolve("large.csv");
    try (var out = Files.newBufferedWriter(large)) {
      out.write("text,label\n");
      String words = "a fine day ".repeat(4000);
      for (int i = 0; i < 3000; i++) {
        out.write(words + ",go\u001b[31mod\n");
      }
    }
    assertTrue(Files.size(large) > 130_000_000);
    for (String command : List.of("predict", "evaluate")) {
      Process process =
          start(
              List.of("-Xmx96m"), command, "--model", model.toString(), "--data", large.toString());
      assertTrue(process.waitFor(120, TimeUnit.SECONDS), command + " ends");
      assertEquals(0, process.exitValue(), said());
    }
    for (String command : List.of("inspect", "report")) {
      Process process = start(List.of("-Xmx48m"), command, "--model", model.toString());
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), command + " ends");
      assertEquals(0, process.exitValue(), said());
    }
    Process starved = start(List.of("-Xmx32m"), training(large, directory.resolve("starved")));
    assertTrue(starved.waitFor(120, TimeUnit.SECONDS), "train ends");
    assertEquals(1, starved.exitValue());
    assertTrue(
        said().lines().filter(line -> line.startsWith("incrt: out of memory")).count() == 1,
        said());
    assertFalse(said().contains("\tat "), said());
    Files.delete(large);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDeviceIsAFailure() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "inspect",
                "--model",
                model.toString())
            .redirectOutput(new File("/dev/full"))
            .start();
    String err;
    try (InputStream stream = process.getErrorStream()) {
      err = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
    assertEquals(1, process.waitFor());
    assertEquals("incrt: standard output could not be written: No space left on device\n", err);
  }
}
