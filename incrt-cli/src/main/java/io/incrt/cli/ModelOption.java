package io.incrt.cli;

import io.incrt.network.Predictor;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code --model}, for commands that open one. */
final class ModelOption {

  @Option(
      names = "--model",
      paramLabel = "DIR",
      required = true,
      description = "The model's folder.")
  private Path folder;

  Path folder() {
    return folder;
  }

  Predictor open() throws IOException {
    return new Predictor(folder);
  }
}
