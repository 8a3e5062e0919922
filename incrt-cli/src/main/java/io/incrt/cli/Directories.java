package io.incrt.cli;

import io.incrt.cli.console.Problems;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Output directories, checked before the work whose results go there. */
final class Directories {

  private Directories() {}

  /** Creates a directory if it is missing, and refuses one that is not writable. */
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
