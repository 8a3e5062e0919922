package io.incrt.cli;

import io.incrt.data.records.RecordReader;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.store.ModelFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Where a page goes, checked before the work that it shows. */
final class PageFile {

  private PageFile() {}

  /**
   * Refuses a place that cannot be written, or holds what is read.
   *
   * @param page null for none
   * @param folders of models that are read
   * @param data as it was given with {@code --data}, or null
   */
  static void requireFree(Path page, List<Path> folders, String data, CommandLine command)
      throws IOException {
    if (page == null) {
      return;
    }
    String problem = problem(page, folders, data);
    if (problem != null) {
      throw new ParameterException(
          command, "--page " + page + " " + problem + "; choose another --page");
    }
  }

  private static String problem(Path page, List<Path> folders, String data) throws IOException {
    if (Files.isDirectory(page)) {
      return "is a directory where a file is to be written";
    }
    Path above = page.toAbsolutePath().getParent();
    while (above.getParent() != null && !Files.exists(above)) {
      above = above.getParent();
    }
    if (!Files.isDirectory(above)) {
      return "cannot be written: " + above + " is a file";
    }
    if (!Files.isWritable(above)) {
      return "cannot be written: " + above + " may not be written to";
    }
    for (Path folder : folders) {
      if (ModelFolder.isPartOf(folder, page)) {
        return "is a part of the model in " + folder;
      }
    }
    boolean read =
        data != null
            && !data.equals(RecordReader.STANDARD_INPUT)
            && !data.startsWith(BuiltinTasks.PREFIX)
            && Files.exists(page)
            && Files.exists(Path.of(data))
            && Files.isSameFile(page, Path.of(data));
    return read ? "would replace the records of --data" : null;
  }
}
