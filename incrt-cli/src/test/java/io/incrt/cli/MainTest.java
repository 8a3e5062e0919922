package io.incrt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.cli.console.Problems;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses the command line as a user would: arguments in, streams and exit code out. */
class MainTest {

  /** What one call left behind. */
  private record Outcome(int code, String out, String err) {}

  private static Outcome incrt(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        Main.run(
            arguments,
            new PrintStream(out, true, StandardCharsets.US_ASCII),
            new PrintStream(err, true, StandardCharsets.US_ASCII));
    return new Outcome(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static void assertUsageError(String message, Outcome outcome) {
    assertEquals(2, outcome.code());
    assertEquals(message + System.lineSeparator(), outcome.err());
    assertEquals("", outcome.out());
  }

  @Test
  void helpGoesToStandardOutputAndSucceeds() {
    Outcome help = incrt("--help");
    assertEquals(0, help.code());
    assertTrue(help.out().contains("reproduce"));
    assertEquals("", help.err());
    Outcome command = incrt("reproduce", "--help");
    assertEquals(0, command.code());
    assertTrue(command.out().contains("--scale"));
    assertTrue(incrt("--version").out().startsWith("incrt "));
  }

  @Test
  void mistakesInTheArgumentsAreOneLineAndExitCodeTwo() {
    assertUsageError(
        "incrt: no command given; there is train, launch, evaluate, predict, explain, inspect, report, export, compare, serve, watch, reproduce (incrt --help explains)",
        incrt());
    assertUsageError(
        "incrt: there is no command 'reproduc'; did you mean reproduce or report or predict? (incrt --help explains)",
        incrt("reproduc"));
    assertUsageError(
        "incrt: there is no command 'xyz'; there is train, launch, evaluate, predict, explain, inspect, report, export, compare, serve, watch, reproduce (incrt --help explains)",
        incrt("xyz"));
    assertUsageError(
        "incrt: Unknown option: '--sede'; did you mean --seed? (incrt reproduce --help explains)",
        incrt("reproduce", "--sede", "3"));
    assertUsageError(
        "incrt: there is no experiment 'astrology'; choose pruning, gate, cov2-synthetic,"
            + " robustness, baseline, ntk, levels, sizing, rivals, sst2, cov2-real or all (incrt"
            + " reproduce --help explains)",
        incrt("reproduce", "astrology"));
    assertUsageError(
        "incrt: Invalid value for option '--seed': 'x' is not a whole number (incrt reproduce"
            + " --help explains)",
        incrt("reproduce", "--seed", "x"));
    assertUsageError(
        "incrt: Invalid value for option '--scale': choose quick or paper, not 'huge' (incrt"
            + " reproduce --help explains)",
        incrt("reproduce", "--scale", "huge"));
    assertUsageError(
        "incrt: --task is for sizing and rivals, which go over several tasks (incrt reproduce"
            + " --help explains)",
        incrt("reproduce", "gate", "--task", "builtin:order"));
    assertUsageError(
        "incrt: rivals has no task 'order'; it has builtin:order?pairs=16,"
            + " builtin:lookups?heads=2, builtin:hops?hops=2 (incrt reproduce --help explains)",
        incrt("reproduce", "rivals", "--task", "order"));
  }

  @Test
  void theTableGoesToStandardOutputInUtf8AndTheFilesToTheirPlace(@TempDir Path directory) {
    Path out = directory.resolve("results");
    Outcome run = incrt("reproduce", "pruning", "--seed", "4", "--out", out.toString());
    assertEquals(0, run.code());
    assertTrue(run.out().contains("Γ_res"), "Γ survives a stream that cannot say it");
    assertTrue(run.out().contains("measured: paper preset"));
    assertFalse(run.out().contains("wrote"), "notes stay out of the result");
    assertTrue(run.err().contains("wrote " + out.resolve("pruning.json")));
    assertTrue(Files.exists(out.resolve("pruning-decay.svg")));
  }

  @Test
  void aPlaceThatCannotBeWrittenToIsOneLineAndExitCodeOne(@TempDir Path directory)
      throws Exception {
    Path file = Files.writeString(directory.resolve("taken"), "");
    Outcome run = incrt("reproduce", "gate", "--out", file.toString());
    assertEquals(1, run.code());
    assertEquals(
        "incrt: "
            + file
            + " is a file where a directory is needed; choose another --out"
            + System.lineSeparator(),
        run.err());
    assertEquals(
        "incrt: --out is empty; name a directory, or . for this one" + System.lineSeparator(),
        incrt("reproduce", "gate", "--out", "").err());
    assertUsageError(
        "incrt: unexpected argument 'more' (incrt reproduce --help explains)",
        incrt("reproduce", "gate", "more"));
    Outcome verbose = incrt("--verbose", "reproduce", "gate", "--out", file.toString());
    assertTrue(verbose.err().contains("FileAlreadyExistsException"), verbose.err());
    Outcome after = incrt("reproduce", "gate", "--verbose", "--out", file.toString());
    assertTrue(after.err().contains("\tat "), "--verbose works after the command too");
  }

  @Test
  void failuresWithoutAMessageStillSaySomething() {
    assertEquals(
        "IllegalStateException (--verbose shows where)",
        Problems.inOneLine(new IllegalStateException()));
    assertEquals("a b", Problems.inOneLine(new IllegalStateException("a\nb")));
    assertEquals("x does not exist", Problems.inOneLine(new NoSuchFileException("x")));
    assertEquals(
        "x may not be read or written by this user",
        Problems.inOneLine(new AccessDeniedException("x")));
    assertEquals(
        "x: disk full", Problems.inOneLine(new FileSystemException("x", null, "disk full")));
  }
}
