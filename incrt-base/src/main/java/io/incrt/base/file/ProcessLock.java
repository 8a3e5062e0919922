package io.incrt.base.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A lock on a file that one holder has at a time, among threads and processes, and that ends with
 * its process however that ends. The file names the holder while the lock is held.
 */
public final class ProcessLock implements AutoCloseable {

  /** By real path: closing any channel of a locked file would end this process's lock on it. */
  private static final Set<Path> HELD_HERE = new HashSet<>();

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Path file;
  private final Path key;
  private final FileChannel channel;

  private ProcessLock(Path file, Path key, FileChannel channel) {
    this.file = file;
    this.key = key;
    this.channel = channel;
  }

  /** Takes the lock if nobody has it; the directory of the file must exist. */
  public static Optional<ProcessLock> tryLock(Path file) throws IOException {
    Path key = key(file);
    synchronized (HELD_HERE) {
      if (!HELD_HERE.add(key)) {
        return Optional.empty();
      }
    }
    Optional<ProcessLock> lock = Optional.empty();
    try {
      lock = lockFile(file, key);
      return lock;
    } finally {
      if (lock.isEmpty()) {
        forget(key);
      }
    }
  }

  private static Optional<ProcessLock> lockFile(Path file, Path key) throws IOException {
    while (true) {
      if (PlainFiles.exists(file)) {
        requireRegular(file);
      }
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      boolean kept = false;
      try {
        FileLock lock = channel.tryLock();
        if (lock == null) {
          return Optional.empty();
        }
        if (isStill(file, channel)) {
          kept = true;
          return Optional.of(new ProcessLock(file, key, channel));
        }
      } finally {
        if (!kept) {
          channel.close();
        }
      }
    }
  }

  private static void requireRegular(Path file) throws IOException {
    try {
      PlainFiles.size(file);
    } catch (NoSuchFileException e) {
      // Its holder has just let go.
    }
  }

  /**
   * Whether the name still leads to the locked file: a holder that lets go deletes it. The file is
   * given a random size and the name asked for it, since opening it again and closing that would
   * end the lock.
   */
  private static boolean isStill(Path file, FileChannel channel) throws IOException {
    String pid = String.valueOf(ProcessHandle.current().pid());
    int size = pid.length() + 1 + RANDOM.nextInt(1 << 12);
    byte[] content = (pid + " ".repeat(size - pid.length())).getBytes(StandardCharsets.US_ASCII);
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(content), 0);
    try {
      return Files.size(file) == size;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** The holder of a lock, as "process 1234"; for a message, so it may be wrong. */
  public static String holder(Path file) {
    try {
      synchronized (HELD_HERE) {
        if (HELD_HERE.contains(key(file))) {
          return "this process";
        }
        String pid = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        return pid.matches("[0-9]{1,10}") ? "process " + pid : "another process";
      }
    } catch (IOException e) {
      return "another process";
    }
  }

  private static Path key(Path file) throws IOException {
    return file.toAbsolutePath().getParent().toRealPath().resolve(file.getFileName());
  }

  private static void forget(Path key) {
    synchronized (HELD_HERE) {
      HELD_HERE.remove(key);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      Files.deleteIfExists(file);
    } finally {
      try {
        channel.close();
      } finally {
        forget(key);
      }
    }
  }
}
