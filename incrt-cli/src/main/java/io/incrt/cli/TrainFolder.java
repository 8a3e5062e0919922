package io.incrt.cli;

import io.incrt.SeveralRuns;
import io.incrt.store.ModelFolder;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The folder that is trained into: whether it may be, and what becomes of it if nothing does.
 *
 * @param fresh whether it was made for this run
 */
record TrainFolder(Path out, boolean fresh) {

  /** Refuses a folder with a run that is neither gone on with nor replaced. */
  void requireFree(boolean resume, boolean overwrite, boolean several) throws IOException {
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

  /** Leaves no empty folder behind if the work fails. */
  void unlessInVain(Work work) throws IOException {
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
