package io.incrt;

import io.incrt.data.records.RecordReader;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.store.ModelFolder;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;

/** Looks at the folder of a run before it begins, so that nothing is lost. */
final class RunFolder {

  private RunFolder() {}

  /** Refuses to replace what is there, unless that was asked for. */
  static void requireFree(Path folder, boolean resume, boolean overwrite) throws IOException {
    if (ModelFolder.holdsRun(folder) && !resume && !overwrite) {
      throw new FileAlreadyExistsException(
          folder.toString(),
          null,
          "holds a run already; resume(true) goes on with it, overwrite(true) replaces it");
    }
    if (resume
        && ModelFolder.holdsModel(folder)
        && !ModelFolder.hasCheckpoints(folder)
        && !ModelFolder.isOfEarlierRun(folder)) {
      throw new FileAlreadyExistsException(
          folder.toString(),
          null,
          "holds a model but no checkpoint to go on from; overwriting it trains anew");
    }
  }

  /** Refuses to replace what the run reads. */
  static void requireNotRead(Path folder, List<String> inputs) throws IOException {
    for (String input : inputs) {
      boolean file =
          !input.equals(RecordReader.STANDARD_INPUT) && !input.startsWith(BuiltinTasks.PREFIX);
      if (file && ModelFolder.isPartOf(folder, Path.of(input))) {
        throw new IOException(
            input
                + " is one of the files that training into "
                + folder
                + " replaces; move it, or choose another folder");
      }
    }
  }
}
