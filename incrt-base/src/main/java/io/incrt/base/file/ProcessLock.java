package io.incrt.base.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A lock on a file that one holder has at a time, among threads and processes, and that ends with
 * its process however that ends. The file names the holder while the lock is held. It stays behind,
 * empty: if it were deleted, one process could hold the deleted file and another its successor.
 */
public final class ProcessLock implements AutoCloseable {

  /** By real path: closing any channel of a locked file would end this process's lock on it. */
  private static final Set<Path> HELD_HERE = new HashSet<>();

  private final Path key;
  private final FileChannel channel;
  private final Object identity;

  private ProcessLock(Path key, FileChannel channel) throws IOException {
    this.key = key;
    this.channel = channel;
    this.identity = identity(key);
  }

  private static Object identity(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  /** Whether the locked file still has its name: its folder may have been deleted or moved. */
  public boolean isInPlace() throws IOException {
    try {
      return Objects.equals(identity, identity(key));
    } catch (NoSuchFileException e) {
      return false;
    }
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
    if (PlainFiles.exists(file)) {
      // Opening a pipe to write would wait for a reader.
      PlainFiles.size(file);
    }
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    boolean locked = false;
    try {
      locked = channel.tryLock() != null;
      if (locked) {
        String pid = String.valueOf(ProcessHandle.current().pid());
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
      }
      return locked ? Optional.of(new ProcessLock(key, channel)) : Optional.empty();
    } catch (IOException e) {
      locked = false;
      throw e;
    } finally {
      if (!locked) {
        channel.close();
      }
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
      channel.truncate(0);
    } finally {
      try {
        channel.close();
      } finally {
        forget(key);
      }
    }
  }
}
