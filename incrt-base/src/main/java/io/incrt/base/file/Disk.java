package io.incrt.base.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * What durable writing asks of a disk. Only what was synced survives a power failure; the rest may
 * be lost or come in another order. A test that loses and reorders it stands in for the disk.
 */
public interface Disk {

  /** The disk itself. */
  Disk REAL = new Disk() {};

  /** Writes a file that must not exist yet; a link in its place is not followed. */
  default Written create(Path file, Content content) throws IOException {
    Digests digest = Digests.sha256();
    try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        OutputStream out =
            new BufferedOutputStream(digest.over(Channels.newOutputStream(channel)), 1 << 16)) {
      content.writeTo(out);
      out.flush();
      return new Written(channel.size(), digest.hex());
    }
  }

  /** Creates a directory that must not exist yet. */
  default void createDirectory(Path directory) throws IOException {
    Files.createDirectory(directory);
  }

  /** Waits until a file's content, or a directory's names, would survive a power failure. */
  default void sync(Path path) throws IOException {
    boolean directory = Files.isDirectory(path);
    if (directory && System.getProperty("os.name").startsWith("Windows")) {
      return;
    }
    try (FileChannel channel =
        FileChannel.open(path, directory ? StandardOpenOption.READ : StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** Renames in one step, replacing what is there; a link there is replaced, not followed. */
  default void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Deletes a file or an empty directory, if it exists; of a link, the link itself. */
  default void delete(Path path) throws IOException {
    Files.deleteIfExists(path);
  }
}
