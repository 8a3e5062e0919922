package io.incrt.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class WebBrowserTest {

  @TempDir private Path directory;

  private Path program(String script) throws Exception {
    Path file = directory.resolve("browser");
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private Path page() throws Exception {
    return Files.writeString(directory.resolve("a page.html"), "<p>");
  }

  @Test
  void theProgramGetsTheAddressOfThePage() throws Exception {
    Path shown = directory.resolve("shown");
    Path program = program("echo \"$1\" > \"" + shown + "\"");
    Map<String, String> environment = Map.of("BROWSER", "/no/such/program:" + program);
    assertTrue(WebBrowser.of("Linux", environment).open(page()));
    assertEquals(page().toRealPath().toUri().toString(), Files.readString(shown).strip());
  }

  @Test
  void aProgramThatIsMissingOrFailsIsNoBrowser() throws Exception {
    List<String> missing = List.of("/no/such/program");
    List<String> failing = List.of(program("exit 3").toString());
    assertFalse(new WebBrowser(List.of(missing, failing)).open(page()));
  }
}
