package io.incrt.serve.reload;

import io.incrt.base.file.CorruptFileException;
import io.incrt.folder.FolderFiles;
import io.incrt.folder.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What of a folder decides how its model answers, as the file system tells it without any file
 * being read. Reports and logs are not among it, which a run writes all the time.
 *
 * @param files size, time and identity of each file that is there
 */
record FolderState(Map<String, String> files) {

  private static final List<String> NAMES =
      List.of(
          FolderFiles.CONFIG,
          FolderFiles.TENSORS,
          FolderFiles.TOKENIZER,
          FolderFiles.COMPANIONS,
          "evaluation.json");

  /** The state of a folder now; one that is not there is empty. */
  static FolderState of(Path folder) {
    Map<String, String> files = new TreeMap<>();
    for (Path place : places(folder)) {
      for (String name : NAMES) {
        Path file = place.resolve(name);
        try {
          BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
          files.put(
              folder.relativize(file).toString(),
              attributes.size() + " " + attributes.lastModifiedTime() + " " + attributes.fileKey());
        } catch (IOException e) {
          // Not there, or not to be read: loading says so, if it matters.
        }
      }
    }
    return new FolderState(files);
  }

  private static List<Path> places(Path folder) {
    return List.of(folder.resolve(FolderFiles.NEXT), folder);
  }

  /** Whether every file is there that the folder's manifest names, as long as it says. */
  static boolean isWhole(Path folder) {
    List<Manifest.Entry> entries = new ArrayList<>();
    for (Path place : places(folder)) {
      try {
        entries.addAll(Manifest.read(place).files());
        break;
      } catch (IOException | CorruptFileException e) {
        // Perhaps at the next place.
      }
    }
    return !entries.isEmpty()
        && entries.stream()
            .allMatch(entry -> places(folder).stream().anyMatch(place -> isThere(place, entry)));
  }

  private static boolean isThere(Path place, Manifest.Entry entry) {
    try {
      return Files.size(place.resolve(entry.name())) == entry.size();
    } catch (IOException e) {
      return false;
    }
  }
}
