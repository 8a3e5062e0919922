package io.incrt.base.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes files atomically and durably, so that a power failure never leaves a partial one. */
public final class DurableFiles {

  private DurableFiles() {}

  /** Writes beside the target, syncs, renames, syncs the directory. */
  public static void write(Path target, byte[] content) throws IOException {
    if (Files.isDirectory(target)) {
      throw new IOException(target + " is a directory where a file is to be written");
    }
    try {
      replace(target, content);
    } catch (AccessDeniedException | NoSuchFileException e) {
      // Their message would name the temporary file, which the user does not know.
      throw new IOException(target + " cannot be written there", e);
    }
  }

  private static void replace(Path target, byte[] content) throws IOException {
    Path directory = target.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    Path temporary = directory.resolve("." + target.getFileName() + ".part");
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(
        temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    if (!System.getProperty("os.name").startsWith("Windows")) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }
}
