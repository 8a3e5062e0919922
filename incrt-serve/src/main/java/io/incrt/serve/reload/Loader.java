package io.incrt.serve.reload;

import io.incrt.serve.model.Answerer;
import java.io.IOException;
import java.nio.file.Path;

/** Loads the model of a folder. */
@FunctionalInterface
public interface Loader {
  /** The model; whoever gets it closes it. */
  Answerer load(Path folder) throws IOException;
}
