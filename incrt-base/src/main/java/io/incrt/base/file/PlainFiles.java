package io.incrt.base.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Reads files of folders that are not trusted: regular files only, since a link may lead anywhere,
 * a pipe may never answer and a device may never end.
 */
public final class PlainFiles {

  private PlainFiles() {}

  /** Whether something has that name, be it a file, a directory or a link to nowhere. */
  public static boolean exists(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** The size of a regular file. */
  public static long size(Path file) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isRegularFile()) {
      throw new CorruptFileException(
          file
              + " is "
              + (attributes.isSymbolicLink()
                  ? "a symbolic link"
                  : attributes.isDirectory() ? "a directory" : "a device or pipe")
              + " where a regular file is needed");
    }
    return attributes.size();
  }

  /** Opens a regular file to read. */
  public static InputStream open(Path file) throws IOException {
    size(file);
    return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** The bytes of a regular file. */
  public static byte[] bytes(Path file, int most) throws IOException {
    long size = size(file);
    if (size <= most) {
      try (InputStream in = open(file)) {
        byte[] bytes = in.readNBytes((int) size + 1);
        if (bytes.length <= size) {
          return bytes;
        }
      }
    }
    throw new CorruptFileException(
        file + " has " + size + " bytes or more; " + most + " are the most such a file has");
  }

  /** Bytes as UTF-8 text. */
  public static String text(String name, byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new CorruptFileException(name + " is not UTF-8 text");
    }
  }

  /** Refuses a directory that is none, or that a link leads out of the folder it is in. */
  public static void requireDirectory(Path directory) throws IOException {
    boolean other;
    try {
      other =
          !Files.readAttributes(directory, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
              .isDirectory();
    } catch (NoSuchFileException e) {
      return;
    }
    if (other) {
      throw new CorruptFileException(
          directory + " must be a directory of its own, not a file or a symbolic link");
    }
  }
}
