package io.incrt.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeVersionTest {

  private static final Map<String, byte[]> CLASSES =
      Map.of(
          "a/One.class", new byte[] {1, 2},
          "a/below/Two.class", new byte[] {3},
          "other/Three.class", new byte[] {4});

  @TempDir private Path folder;

  private Path directory(String name, Map<String, byte[]> files) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path target = folder.resolve(name).resolve(file.getKey());
      Files.createDirectories(target.getParent());
      Files.write(target, file.getValue());
    }
    return folder.resolve(name);
  }

  private Path jar(Map<String, byte[]> files) throws IOException {
    Path target = folder.resolve("code.jar");
    try (OutputStream out = Files.newOutputStream(target);
        JarOutputStream jar = new JarOutputStream(out)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        jar.putNextEntry(new JarEntry(file.getKey()));
        jar.write(file.getValue());
        jar.closeEntry();
      }
    }
    return target;
  }

  private static String ofA(Path source) {
    return CodeVersion.digest(source, file -> file.startsWith("a/"));
  }

  @Test
  void aJarAndADirectoryOfTheSameClassesHaveTheSameDigest() throws IOException {
    assertEquals(ofA(directory("same", CLASSES)), ofA(jar(CLASSES)));
  }

  @Test
  void everyByteAndNameOfThePackageCountsAndNothingElse() throws IOException {
    String before = ofA(directory("before", CLASSES));
    Map<String, byte[]> changed = new TreeMap<>(CLASSES);
    changed.put("a/below/Two.class", new byte[] {5});
    assertNotEquals(before, ofA(directory("changed", changed)));
    Map<String, byte[]> renamed = new TreeMap<>(CLASSES);
    renamed.put("a/Another.class", renamed.remove("a/One.class"));
    assertNotEquals(before, ofA(directory("renamed", renamed)));
    Map<String, byte[]> elsewhere = new TreeMap<>(CLASSES);
    elsewhere.put("other/Three.class", new byte[] {6});
    elsewhere.put("a/notes.txt", new byte[] {7});
    assertEquals(before, ofA(directory("elsewhere", elsewhere)));
  }

  @Test
  void aPackageThatIsNotThereIsAnError() throws IOException {
    Path source = directory("none", CLASSES);
    assertThrows(
        IllegalStateException.class,
        () -> CodeVersion.digest(source, file -> file.startsWith("b/")));
  }

  @Test
  void aReleaseIsKnownByItsNumberAndASnapshotByItsClassesToo() {
    assertEquals("1.2.0", CodeVersion.of("1.2.0", () -> "abc"));
    assertEquals("1.2.0-SNAPSHOT+abc", CodeVersion.of("1.2.0-SNAPSHOT", () -> "abc"));
    assertEquals("unpackaged+abc", CodeVersion.of(null, () -> "abc"));
  }

  @Test
  void loadedClassesAreReadWhereTheyCameFrom() {
    String packages = CodeVersion.of(List.of(CodeVersion.class), List.of());
    String alone = CodeVersion.of(List.of(), List.of(CodeVersion.class));
    assertTrue(packages.matches("unpackaged\\+[0-9a-f]{16}"), packages);
    assertNotEquals(packages, alone, "the package has other classes as well");
    assertEquals(alone, CodeVersion.of(List.of(), List.of(CodeVersion.class)));
  }
}
