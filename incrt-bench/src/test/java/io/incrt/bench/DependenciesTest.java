package io.incrt.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.base.file.Digests;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every library is the one it was when its checksum was written down: a jar that was replaced at
 * its source, or on the way, ends the build. After a change of versions, {@code
 * -Ddependencies.pin=true} writes the file anew, to be read before it is committed.
 */
class DependenciesTest {

  private static final Path PINNED = Path.of("..", "dependencies.sha256");

  /** Native libraries; those that are pinned are for Linux on x86-64. */
  private static final Pattern NATIVE =
      Pattern.compile(".*-(linux|macosx|windows|android|ios)-[a-z0-9_]+\\.jar");

  private static Map<String, String> found() throws IOException {
    Map<String, String> checksums = new TreeMap<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry);
      String name = jar.getFileName().toString();
      if (name.endsWith(".jar") && !name.startsWith("incrt-")) {
        Digests digest = Digests.sha256();
        try (InputStream in = digest.over(Files.newInputStream(jar))) {
          in.transferTo(OutputStream.nullOutputStream());
        }
        checksums.put(name, digest.hex());
      }
    }
    return checksums;
  }

  private static boolean isOfAnotherMachine(String name) {
    return NATIVE.matcher(name).matches() && !name.contains("-linux-x86_64");
  }

  @Test
  void everyLibraryIsTheOneThatWasPinned() throws IOException {
    Map<String, String> found = found();
    if (Boolean.getBoolean("dependencies.pin")) {
      List<String> lines = new ArrayList<>();
      found.forEach((name, checksum) -> lines.add(checksum + "  " + name));
      Files.write(PINNED, lines);
    }
    Map<String, String> pinned = new TreeMap<>();
    for (String line : Files.readAllLines(PINNED)) {
      pinned.put(line.substring(66), line.substring(0, 64));
    }
    assertTrue(found.size() > 40, "the class path has " + found.keySet());
    List<String> wrong = new ArrayList<>();
    found.forEach(
        (name, checksum) -> {
          String expected = pinned.get(name);
          if (expected == null && !isOfAnotherMachine(name)) {
            wrong.add(name + " is not in dependencies.sha256");
          } else if (expected != null && !expected.equals(checksum)) {
            wrong.add(name + " is not the file that was pinned");
          }
        });
    assertEquals(List.of(), wrong);
  }
}
