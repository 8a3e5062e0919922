package io.incrt.base.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes files atomically and durably: a power failure, a full disk or a kill leaves the file of
 * before or the new one, never a part of it. What is written first has a name that nobody can
 * guess, so a link put there beforehand cannot lead it elsewhere.
 */
public final class DurableFiles {

  private static final String PREFIX = ".incrt-";
  private static final String SUFFIX = ".part";
  private static final SecureRandom RANDOM = new SecureRandom();

  private static final int PAUSE_MILLIS = 5;
  private static final int LONGEST_WAIT_MILLIS = 10_000;

  /** What is being written: a signal that ends the process waits for it. */
  private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

  static {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(DurableFiles::finish, "unfinished-files"));
    } catch (IllegalStateException e) {
      // The process is ending already; whoever writes now makes it wait by other means.
    }
  }

  private DurableFiles() {}

  /** Replaces a file by one with these bytes. */
  public static void write(Path target, byte[] content) throws IOException {
    write(target, Content.of(content));
  }

  /** Writes beside the target, syncs, renames, syncs the directory. */
  public static void write(Path target, Content content) throws IOException {
    if (Files.isDirectory(target)) {
      throw new IOException(target + " is a directory where a file is to be written");
    }
    if (PlainFiles.exists(target)
        && !Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)
        && !Files.isSymbolicLink(target)) {
      throw new IOException(target + " is a device or pipe; only regular files are written");
    }
    Path directory = target.toAbsolutePath().getParent();
    try {
      createDirectories(directory);
      Path temporary = temporary(directory, "");
      UNFINISHED.add(temporary);
      try {
        Disk.REAL.create(temporary, content);
        Disk.REAL.sync(temporary);
        Disk.REAL.move(temporary, target);
        Disk.REAL.sync(directory);
      } finally {
        UNFINISHED.remove(temporary);
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      throw notWritten(target, e);
    }
  }

  /** A failure to write a file that names it, whatever it was called while it was written. */
  public static IOException notWritten(Path target, IOException e) {
    if (e instanceof AccessDeniedException || e instanceof NoSuchFileException) {
      return new IOException(target + " cannot be written there", e);
    }
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return message.startsWith(target.toString())
        ? e
        : new IOException(target + " could not be written: " + message, e);
  }

  /** Creates a directory, and those above it, so that a power failure does not lose them. */
  public static void createDirectories(Path directory) throws IOException {
    Path whole = directory.toAbsolutePath();
    List<Path> missing = new ArrayList<>();
    for (Path at = whole; at != null && !Files.exists(at); at = at.getParent()) {
      missing.add(at);
    }
    Files.createDirectories(whole);
    for (Path made : missing) {
      if (made.getParent() != null) {
        Disk.REAL.sync(made.getParent());
      }
    }
  }

  /**
   * A name in a directory that is not taken and cannot be guessed.
   *
   * @param kind tells what is written under such names from what others write there
   */
  public static Path temporary(Path directory, String kind) {
    byte[] random = new byte[12];
    RANDOM.nextBytes(random);
    return directory.resolve(PREFIX + kind + HexFormat.of().formatHex(random) + SUFFIX);
  }

  /**
   * Deletes what killed processes left in a directory. Only for who alone writes such names there:
   * what another is about to finish would go too.
   *
   * @param kind as it was given to {@link #temporary}
   */
  public static void deleteLeftovers(Path directory, String kind) throws IOException {
    try (DirectoryStream<Path> leftovers =
        Files.newDirectoryStream(directory, PREFIX + kind + "*" + SUFFIX)) {
      for (Path leftover : leftovers) {
        deleteTree(leftover);
      }
    } catch (NoSuchFileException e) {
      // Nothing was written there yet.
    }
  }

  /** Deletes a file, or a directory with what is in it; links are deleted, never followed. */
  public static void deleteTree(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> children = Files.newDirectoryStream(path)) {
        for (Path child : children) {
          deleteTree(child);
        }
      }
    }
    Files.deleteIfExists(path);
  }

  private static void finish() {
    for (int waited = 0;
        !UNFINISHED.isEmpty() && waited < LONGEST_WAIT_MILLIS;
        waited += PAUSE_MILLIS) {
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
