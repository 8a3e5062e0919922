package io.incrt.lab.rivals;

import com.fasterxml.jackson.core.type.TypeReference;
import io.incrt.base.file.Digests;
import io.incrt.base.file.DurableFiles;
import io.incrt.data.json.Json;
import io.incrt.lab.experiment.CodeVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a rival's training came to, kept in a file so that the experiment can be stopped and run
 * again. The folder's name has a key of its own: the code of this package and the parameters given,
 * on top of the model's folder, whose name has the key of data, settings and training code.
 */
final class KeptResults {

  private KeptResults() {}

  /** Digested when first asked for, once. */
  private static final class Code {
    static final String VERSION =
        CodeVersion.of(
            List.of(),
            List.of(
                HeadPruning.class,
                HeadGates.class,
                PruningRivals.class,
                StagedTraining.class,
                ProgressiveStacking.class,
                GradientGrowth.class));
  }

  /** Something that takes long and may fail. */
  @FunctionalInterface
  interface Work<T> {
    T result() throws IOException;
  }

  /**
   * The folder for what is made of a model, beside it.
   *
   * @param model a folder whose name has the key of the run it belongs to
   * @param purpose what is done with it, as part of the name
   * @param parameters whatever else the result depends on
   */
  static Path folder(Path model, String purpose, List<Object> parameters) {
    return folder(model, purpose, parameters, Code.VERSION);
  }

  static Path folder(Path model, String purpose, List<Object> parameters, String codeVersion) {
    String key = Digests.sha256().add(parameters + " " + codeVersion).hex().substring(0, 12);
    return model.resolveSibling(model.getFileName() + "-" + purpose + "-" + key);
  }

  /** Reads the result an earlier call has left in a file, or does the work and leaves it there. */
  static <T> T of(Path file, TypeReference<T> type, Work<T> work) throws IOException {
    if (Files.exists(file)) {
      return Json.mapper().readValue(Files.readAllBytes(file), type);
    }
    Files.createDirectories(file.getParent());
    T result = work.result();
    DurableFiles.write(file, Json.bytes(result));
    return result;
  }
}
