package io.incrt.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * What models are called: the ends of their folders' paths, as long as it takes to tell them apart.
 */
final class ModelNames {

  private ModelNames() {}

  /** The names of folders, each of which must be given once. */
  static List<String> of(List<Path> folders) throws IOException {
    if (folders.size() < 2) {
      throw new IllegalArgumentException(
          "a comparison needs two models or more, but "
              + (folders.isEmpty() ? "none is" : "only " + folders.get(0) + " is")
              + " given");
    }
    List<Path> real = new ArrayList<>();
    for (Path folder : folders) {
      // What is missing is told when it is opened.
      Path own = Files.exists(folder) ? folder.toRealPath() : folder.toAbsolutePath().normalize();
      if (real.contains(own)) {
        throw new IllegalArgumentException(
            folder + " is given twice; a model is not compared with itself");
      }
      real.add(own);
    }
    List<Path> paths = folders.stream().map(one -> one.toAbsolutePath().normalize()).toList();
    int longest = paths.stream().mapToInt(Path::getNameCount).max().orElse(1);
    for (int parts = 1; parts < longest; parts++) {
      List<String> names = new ArrayList<>();
      for (Path path : paths) {
        int count = path.getNameCount();
        names.add(count == 0 ? "/" : path.subpath(Math.max(0, count - parts), count).toString());
      }
      if (new HashSet<>(names).size() == names.size()) {
        return names;
      }
    }
    return paths.stream().map(Path::toString).toList();
  }
}
