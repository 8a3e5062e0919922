package io.incrt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.RunsSummary.Kind;
import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.DurableFiles;
import io.incrt.base.file.PlainFiles;
import io.incrt.base.file.ProcessLock;
import io.incrt.data.json.Json;
import io.incrt.store.ModelFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder of several runs: the kept model, a folder for each run, and a file about all of them,
 * which is there from the beginning and names their data and settings.
 */
final class RunsFolder {

  private static final int FORMAT = 1;
  private static final String IDENTITY = "sha256OfDataAndSettings";
  private static final int MOST = 100_000_000;
  private static final Pattern RUN = Pattern.compile("seed--?\\d+|fold-\\d+");

  private final Path folder;
  private final Kind kind;
  private final String identity;

  /**
   * The folder of these runs.
   *
   * @param identity what tells them from others with other data or settings
   */
  RunsFolder(Path folder, Kind kind, String identity) {
    this.folder = folder;
    this.kind = kind;
    this.identity = identity;
  }

  /** The file about all runs of a kind. */
  static Path file(Path folder, Kind kind) {
    return folder.resolve(kind.word() + ".json");
  }

  static Path page(Path folder, Kind kind) {
    return folder.resolve(kind.word() + ".html");
  }

  static boolean holdsRuns(Path folder) {
    return Stream.of(Kind.values()).anyMatch(kind -> PlainFiles.exists(file(folder, kind)));
  }

  /** Deletes what says that there are several runs; their folders stay. */
  static void forget(Path folder) throws IOException {
    for (Kind kind : Kind.values()) {
      Files.deleteIfExists(file(folder, kind));
      Files.deleteIfExists(page(folder, kind));
    }
  }

  /** Refuses to lose what the runs read. */
  void requireNotRead(List<String> inputs) throws IOException {
    RunFolder.requireNotRead(folder, inputs);
    for (Path run : runFolders()) {
      for (String input : inputs) {
        Path file = Path.of(input);
        if (Files.exists(file) && file.toRealPath().startsWith(run.toRealPath())) {
          throw new IOException(
              input + " is in " + run + ", the folder of a run; move it, or choose another folder");
        }
      }
    }
  }

  /** Makes the folder ready: as the runs left it where they go on, otherwise empty of runs. */
  void begin(boolean resume, boolean overwrite) throws IOException {
    Path file = file(folder, kind);
    if (resume && PlainFiles.exists(file)) {
      requireSame(file);
      return;
    }
    if (overwrite) {
      clear();
    } else if (resume && (ModelFolder.holdsRun(folder) || holdsRuns(folder))) {
      throw new FileAlreadyExistsException(
          folder.toString(),
          null,
          "holds another run, not several of different "
              + kind.word()
              + "; choose another folder, or overwrite it");
    } else if (ModelFolder.holdsRun(folder) || holdsRuns(folder) || !runFolders().isEmpty()) {
      throw new FileAlreadyExistsException(
          folder.toString(),
          null,
          "holds a run already; resume(true) goes on with it, overwrite(true) replaces it");
    }
    DurableFiles.write(file, Json.bytes(header()));
  }

  private ObjectNode header() {
    return Json.object().put("format", FORMAT).put(IDENTITY, identity);
  }

  private void requireSame(Path file) throws IOException {
    String found;
    try {
      found = Json.mapper().readTree(PlainFiles.bytes(file, MOST)).path(IDENTITY).asText();
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new CorruptFileException(file + " is damaged: " + Json.problem(e));
    }
    if (!found.equals(identity)) {
      throw new IllegalArgumentException(
          "the runs in "
              + folder
              + " are of other data or settings, or on another device; resume with those, or train"
              + " into another folder");
    }
  }

  /** Deletes all runs but the model, which stays until there is another. */
  private void clear() throws IOException {
    List<Path> runs = runFolders();
    for (Path run : runs) {
      requireIdle(run);
    }
    // First: without it nobody takes the rest for runs to go on with.
    forget(folder);
    for (Path run : runs) {
      DurableFiles.deleteTree(run);
    }
    ModelFolder.beginAnew(folder);
  }

  @SuppressWarnings("try") // the lock is held, not used
  private static void requireIdle(Path run) throws IOException {
    try (ProcessLock lock = ModelFolder.lock(run)) {
      PlainFiles.requireDirectory(run);
    }
  }

  /** The folders of runs that are there. */
  private List<Path> runFolders() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> RUN.matcher(file.getFileName().toString()).matches())
          .filter(file -> Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
          .filter(ModelFolder::holdsRun)
          .sorted()
          .toList();
    }
  }

  /** Whether the run in a folder came to its end. */
  static boolean hasFinished(Path run) throws IOException {
    return ModelFolder.holdsModel(run)
        && !ModelFolder.isOfEarlierRun(run)
        && ModelFolder.config(run).provenance().hasFinished();
  }

  void write(RunsSummary summary) throws IOException {
    ObjectNode content = header();
    content.setAll((ObjectNode) Json.tree(summary));
    content.put("kind", kind.word());
    content.put("finished", summary.finished());
    content.set("spreads", Json.tree(summary.spreads()));
    DurableFiles.write(
        file(folder, kind), (Json.pretty(content) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Leaves nothing of runs none of which has begun. */
  void withdraw(Path failed) throws IOException {
    if (!failed.equals(folder)) {
      ModelFolder.deleteIfEmpty(failed);
    }
    if (runFolders().isEmpty() && !ModelFolder.hasCheckpoints(folder)) {
      Files.deleteIfExists(file(folder, kind));
    }
  }
}
