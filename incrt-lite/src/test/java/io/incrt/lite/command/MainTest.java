package io.incrt.lite.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MainTest {

  private static final String MODEL =
      Path.of("..", "incrt-network", "src", "test", "resources", "golden", "format-3", "text")
          .toString();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String in, String... args) {
    return Main.run(
        args,
        new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private void assertProblem(String message) {
    List<String> lines = err.toString(StandardCharsets.UTF_8).lines().toList();
    assertTrue(lines.get(0).startsWith("incrt-lite: "), lines.toString());
    assertTrue(lines.get(0).contains(message), lines.toString());
  }

  @Test
  void sequencesOfTheCommandLineAreAnswered() {
    assertEquals(0, run("", MODEL, "a fine day 3", "  ", "a dull grey day !"));
    assertEquals(
        List.of(
            "id\tlabel\tprobability\tprobabilities\tknown\twarning\terror",
            "0\tbad\t0.572154\tbad=0.572154 good=0.427846\t1.000000\t\t",
            "1\t\t\t\t\t\trecord 1: the sequence (2 characters) is too short to hold a token",
            "2\tbad\t0.758587\tbad=0.758587 good=0.241413\t1.000000\t\t"),
        lines());
  }

  @Test
  void recordsOfStandardInputAreAnswered() {
    assertEquals(0, run("id,text\nx,a fine day 3\n", MODEL));
    assertTrue(lines().get(1).startsWith("x\tbad\t0.572154\t"), lines().toString());
    out.reset();
    assertEquals(0, run("a fine day 3\n", MODEL, "--lines"));
    assertTrue(lines().get(1).startsWith("standard input:1\tbad\t0.572154\t"), lines().toString());
    out.reset();
    assertEquals(0, run("text\n", MODEL));
    assertEquals(1, lines().size());
    assertEquals(0, run("zzz\n" + "fine ".repeat(1000) + "\n", MODEL, "--lines"));
    assertEquals(
        List.of(
            "1 record with more tokens than the model takes, cut",
            "1 record with nothing that the model knows: its answer says little"),
        err.toString(StandardCharsets.UTF_8).lines().toList());
  }

  @Test
  void whatMovesATerminalsCursorIsEscaped() {
    assertEquals(
        0, run("{\"id\": \"\\u001b[2J\\u202ex\\ty\", \"text\": \"a fine day 3\"}\n", MODEL));
    assertTrue(lines().get(1).startsWith("\\u001b[2J\\u202ex y\tbad\t"), lines().toString());
  }

  @Test
  void whatCannotBeAnsweredIsAFailureInOneLine() {
    assertEquals(1, run("", MODEL, " "));
    assertEquals(1, run("", "no/such/folder", "a"));
    assertProblem("no/such/folder holds no model");
    err.reset();
    assertEquals(1, run("a b\n1\n", MODEL));
    assertProblem("standard input");
  }

  @Test
  void wrongUseShowsHowItIsUsed() {
    assertEquals(2, run(""));
    assertProblem("which model?");
    err.reset();
    assertEquals(2, run("", MODEL, "--top"));
    assertProblem("there is no option --top");
    err.reset();
    assertEquals(2, run("", MODEL, "--lines", "a"));
    assertProblem("--lines is for standard input");
    assertEquals(0, run("", "--help"));
    assertTrue(lines().get(0).startsWith("usage: java -jar incrt-lite.jar MODEL"));
  }
}
