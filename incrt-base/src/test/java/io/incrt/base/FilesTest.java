package io.incrt.base;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.base.file.Content;
import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.Disk;
import io.incrt.base.file.DurableFiles;
import io.incrt.base.file.PlainFiles;
import io.incrt.base.file.ProcessLock;
import io.incrt.base.file.Written;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesTest {

  @TempDir private Path directory;

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aFileIsReplacedWholeOrNotAtAll() throws IOException {
    Path file = directory.resolve("a.txt");
    DurableFiles.write(file, new byte[] {1, 2});
    IOException full =
        assertThrows(
            IOException.class,
            () ->
                DurableFiles.write(
                    file,
                    out -> {
                      out.write(new byte[100_000]);
                      throw new IOException("No space left on device");
                    }));
    assertEquals(file + " could not be written: No space left on device", full.getMessage());
    assertArrayEquals(new byte[] {1, 2}, Files.readAllBytes(file));
    assertEquals(List.of("a.txt"), names(), "nothing half-written stays behind");
    IOException taken =
        assertThrows(IOException.class, () -> DurableFiles.write(directory, out -> {}));
    assertTrue(taken.getMessage().contains("is a directory"), taken.getMessage());
  }

  @Test
  void directoriesAreMadeWithThoseAboveThem() throws IOException {
    Path deep = directory.resolve("a").resolve("b").resolve("c");
    DurableFiles.createDirectories(deep);
    DurableFiles.createDirectories(deep);
    assertTrue(Files.isDirectory(deep));
  }

  @Test
  void linksLeadNowhere() throws IOException {
    Path outside = Files.writeString(directory.resolve("outside.txt"), "mine");
    Path link = Files.createSymbolicLink(directory.resolve("report.html"), outside);
    DurableFiles.write(link, new byte[] {7});
    assertEquals("mine", Files.readString(outside));
    assertTrue(Files.isRegularFile(link) && !Files.isSymbolicLink(link), "the link is replaced");
    Path guessed = Files.createSymbolicLink(directory.resolve("new.txt"), outside);
    assertThrows(FileAlreadyExistsException.class, () -> Disk.REAL.create(guessed, Content.of()));
    assertEquals("mine", Files.readString(outside));
    assertTrue(
        assertThrows(CorruptFileException.class, () -> PlainFiles.bytes(guessed, 10))
            .getMessage()
            .contains("is a symbolic link where a regular file is needed"));
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Path elsewhere = Files.createSymbolicLink(directory.resolve("checkpoints"), folder);
    assertThrows(CorruptFileException.class, () -> PlainFiles.requireDirectory(elsewhere));
    PlainFiles.requireDirectory(folder);
    PlainFiles.requireDirectory(directory.resolve("none"));
    DurableFiles.deleteTree(elsewhere);
    assertTrue(Files.exists(folder), "only the link goes");
  }

  @Test
  void devicesAndPipesAreNotRead() throws Exception {
    Path pipe = directory.resolve("pipe");
    boolean made = new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
    for (Path file : made ? List.of(Path.of("/dev/zero"), pipe) : List.of(Path.of("/dev/zero"))) {
      String message =
          assertThrows(CorruptFileException.class, () -> PlainFiles.bytes(file, 100)).getMessage();
      assertTrue(message.contains("is a device or pipe"), message);
    }
    assertThrows(CorruptFileException.class, () -> PlainFiles.open(directory));
    String device =
        assertThrows(IOException.class, () -> DurableFiles.write(Path.of("/dev/null"), out -> {}))
            .getMessage();
    assertEquals("/dev/null is a device or pipe; only regular files are written", device);
    Path large = Files.write(directory.resolve("large"), new byte[11]);
    assertThrows(CorruptFileException.class, () -> PlainFiles.bytes(large, 10));
    assertEquals(11, PlainFiles.bytes(large, 11).length);
    assertThrows(NoSuchFileException.class, () -> PlainFiles.size(directory.resolve("none")));
    assertThrows(CorruptFileException.class, () -> PlainFiles.text("a", new byte[] {(byte) 0xff}));
  }

  @Test
  void leftoversOfKilledProcessesGo() throws IOException {
    Disk.REAL.create(DurableFiles.temporary(directory, "x-"), Content.of((byte) 1));
    Path folder = DurableFiles.temporary(directory, "x-");
    Disk.REAL.createDirectory(folder);
    Written written = Disk.REAL.create(folder.resolve("x"), Content.of((byte) 'a', (byte) 'b'));
    assertEquals(2, written.size());
    assertEquals(
        "fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603", written.sha256());
    Files.writeString(directory.resolve("kept.txt"), "");
    Path others = DurableFiles.temporary(directory, "y-");
    Files.writeString(others, "");
    DurableFiles.deleteLeftovers(directory, "x-");
    assertEquals(List.of(others.getFileName().toString(), "kept.txt"), names());
    DurableFiles.deleteLeftovers(directory.resolve("none"), "");
  }

  @Test
  void aLockHasOneHolder() throws Exception {
    Path file = directory.resolve(".lock");
    ProcessLock lock = ProcessLock.tryLock(file).orElseThrow();
    assertEquals(Optional.empty(), ProcessLock.tryLock(file), "this process has it");
    assertEquals("this process", ProcessLock.holder(file));
    assertEquals("another process", ProcessLock.holder(directory.resolve("none")));
    assertEquals(3, other(file), "another process does not get it");
    assertEquals(3, other(file), "asking who holds it does not let it go");
    assertTrue(lock.isInPlace());
    lock.close();
    assertEquals(0, Files.size(file), "it stays behind, empty");
    assertEquals(0, other(file));
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("elsewhere"));
    assertThrows(CorruptFileException.class, () -> ProcessLock.tryLock(link));
  }

  @Test
  void aLockEndsWithItsProcess() throws Exception {
    Path file = directory.resolve(".lock");
    assertEquals(9, other(file, "die"));
    assertTrue(Files.exists(file), "its file is left behind");
    ProcessLock.tryLock(file).orElseThrow().close();
  }

  private static int other(Path file, String... more) throws Exception {
    Process process =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of(
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Locker.class.getName(),
                            file.toString()),
                        Stream.of(more))
                    .toList())
            .redirectErrorStream(true)
            .redirectOutput(new File("/dev/null"))
            .start();
    return process.waitFor();
  }

  /** Takes a lock: ends with 0 if it got it, with 3 if not, or dies holding it. */
  static final class Locker {

    public static void main(String[] arguments) throws IOException {
      Optional<ProcessLock> lock = ProcessLock.tryLock(Path.of(arguments[0]));
      if (lock.isEmpty()) {
        Runtime.getRuntime().halt(3);
      }
      if (arguments.length > 1) {
        Runtime.getRuntime().halt(9);
      }
      lock.get().close();
    }
  }

  @Test
  void whatATerminalWouldObeyIsEscaped() {
    assertEquals("a\\u001b[31mb\n\tc", Printable.text("a\u001b[31mb\n\tc"));
    assertEquals("a\\u000ab", Printable.line("a\nb"));
    assertEquals("x\\u202ey\\u0085\\u007f", Printable.text("x\u202ey\u0085\u007f"));
    assertEquals("Γ_res 文 é", Printable.line("Γ_res 文 é"));
  }
}
