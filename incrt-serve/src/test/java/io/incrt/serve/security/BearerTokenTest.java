package io.incrt.serve.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class BearerTokenTest {

  private static final String GOOD = "mF_9.B5f-4.1JqM0123456789";

  @TempDir private Path folder;

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("token"), content);
  }

  private static void own(Path file, String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void whatIsAroundATokenInItsFileIsNotPartOfIt() throws IOException {
    assertEquals(GOOD, BearerToken.of(file("\n " + GOOD + "\r\n")).text());
    assertFalse(BearerToken.of(GOOD, "it").toString().contains(GOOD));
    assertEquals(Optional.empty(), BearerToken.of(GOOD, "it").warning());
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFileThatEveryoneReadsIsWarnedAbout() throws IOException {
    Path file = file(GOOD);
    own(file, "rw-------");
    assertEquals(Optional.empty(), BearerToken.of(file).warning());
    own(file, "rw-r--r--");
    String warning = BearerToken.of(file).warning().orElseThrow();
    assertTrue(warning.contains("every user") && warning.contains("chmod 600"), warning);
  }

  @Test
  void whatIsNoTokenIsRefusedInWords() throws IOException {
    assertRefused("is empty", "");
    assertRefused("is empty", " \n");
    assertRefused("one word", "two words");
    assertRefused("one word", "umlaut-\u00e4-0123456789");
    assertRefused("more than 4096 bytes", "x".repeat(5000));
    String problem =
        assertThrows(IllegalArgumentException.class, () -> BearerToken.of(folder)).getMessage();
    assertTrue(problem.contains("is a folder"), problem);
  }

  private void assertRefused(String words, String content) throws IOException {
    Path file = file(content);
    String problem =
        assertThrows(IllegalArgumentException.class, () -> BearerToken.of(file)).getMessage();
    assertTrue(problem.contains(words) && problem.contains(file.toString()), problem);
  }

  @Test
  void aShortTokenIsWarnedAbout() {
    String warning = BearerToken.of("secret", "the variable").warning().orElseThrow();
    assertTrue(warning.startsWith("the variable has only 6 characters"), warning);
  }
}
