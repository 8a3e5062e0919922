package io.incrt.bench.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ChildTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Pattern VERSION = Pattern.compile("openjdk.*|java.*");

  private static List<String> java(String argument) {
    return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), argument);
  }

  @Test
  void whatAProcessSaysIsHeard() throws IOException {
    try (Child child = Child.start("java", java("-version"), Map.of())) {
      assertTrue(child.await(VERSION, 1, LONG).matches());
      assertEquals(0, child.exit(LONG));
      assertEquals(1, child.count(VERSION));
    }
  }

  @Test
  void aProcessThatEndsWithoutSayingItIsQuoted() throws IOException {
    try (Child child = Child.start("java", java("-no-such-option"), Map.of())) {
      IOException failure = assertThrows(IOException.class, () -> child.await(VERSION, 1, LONG));
      assertTrue(failure.getMessage().contains("no-such-option"), failure.getMessage());
      assertThrows(IOException.class, () -> child.output(LONG));
      assertFalse(child.isAlive());
    }
  }

  @Test
  void aPythonThatIsMissingIsNoRival() {
    FastApi.MissingException missing =
        assertThrows(FastApi.MissingException.class, () -> FastApi.require("no-such-python"));
    assertTrue(missing.getMessage().contains("no-such-python"), missing.getMessage());
  }

  @Test
  void memoryIsComparedLateWithEarly() {
    List<Long> seen = List.of(1L, 1L, 10L, 10L, 10L, 10L, 50L, 10L, 12L, 12L);
    assertEquals(new ServingResults.Memory(1, 10, 12, 50), ResidentMemory.of(seen));
    assertEquals(new ServingResults.Memory(0, 0, 0, 0), ResidentMemory.of(List.of()));
    assertEquals(1.2, ResidentMemory.of(seen).growth());
    assertTrue(Double.isNaN(ResidentMemory.of(List.of()).growth()));
  }
}
