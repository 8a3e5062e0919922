package io.incrt.serve.access;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * A file that lines are appended to. One that was moved or deleted meanwhile, as programs do that
 * turn logs over, is made anew.
 */
public final class LogFile implements AccessLog.Target {

  private final Path file;
  private OutputStream out;
  private Object key;

  /** Opens the file, so that one that cannot be written is known at once. */
  public LogFile(Path file) throws IOException {
    this.file = file;
    open();
  }

  private void open() throws IOException {
    out =
        new BufferedOutputStream(
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    key = key();
  }

  /** What tells the file from another of its name; null where the system has nothing. */
  private Object key() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  @Override
  public OutputStream stream() throws IOException {
    if (out == null || !isSame()) {
      close();
      open();
    }
    return out;
  }

  private boolean isSame() throws IOException {
    try {
      return Objects.equals(key, key());
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    OutputStream before = out;
    out = null;
    if (before != null) {
      before.close();
    }
  }
}
