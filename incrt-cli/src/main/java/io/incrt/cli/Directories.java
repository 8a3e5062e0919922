package io.incrt.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Places to write to, looked at before the work that fills them. */
final class Directories {

  private Directories() {}

  /** Makes a directory where there is none, and refuses one that cannot be written to. */
  static void prepare(Path directory) throws IOException {
    if (directory.toString().isEmpty()) {
      throw new IOException("--out is empty; name a directory, or . for this one");
    }
    try {
      Files.createDirectories(directory);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          directory + " is a file where a directory is needed; choose another --out", e);
    } catch (IOException e) {
      throw new IOException(
          directory + " cannot be created (" + Problems.inOneLine(e) + "); choose another --out",
          e);
    }
    if (!Files.isWritable(directory)) {
      throw new IOException(directory + " may not be written to; choose another --out");
    }
  }
}
