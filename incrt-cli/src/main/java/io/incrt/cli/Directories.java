package io.incrt.cli;

import io.incrt.SeveralRuns;
import io.incrt.cli.console.Problems;
import io.incrt.store.ModelFolder;
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

  /** Refuses a folder with a run that is neither gone on with nor replaced. */
  static void requireFree(Path out, boolean resume, boolean overwrite, boolean several)
      throws IOException {
    boolean holdsSeveral = SeveralRuns.areIn(out);
    if ((ModelFolder.holdsRun(out) || holdsSeveral) && !resume && !overwrite) {
      throw new IOException(
          out + " holds a run already; --resume goes on with it, --overwrite replaces it");
    }
    if (holdsSeveral && !several) {
      if (resume) {
        throw new IOException(
            out + " holds several runs; --resume goes on with them if --seeds or --folds is given");
      }
      SeveralRuns.forget(out);
    }
  }

  /** Work that may fail. */
  @FunctionalInterface
  interface Work {
    /** Does it. */
    void run() throws IOException;
  }

  /**
   * Leaves no empty folder behind if the work fails.
   *
   * @param fresh whether the folder was made for it
   */
  static void unlessInVain(Path out, boolean fresh, Work work) throws IOException {
    try {
      work.run();
    } catch (IOException | RuntimeException e) {
      if (fresh) {
        ModelFolder.deleteIfEmpty(out);
      }
      throw e;
    }
  }
}
