package io.incrt.cli;

import io.incrt.predict.Predictor;
import io.incrt.tensor.Device;
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

  /**
   * Opens the model to predict many records; on the CPU with all processors, or as OMP_NUM_THREADS
   * says.
   */
  Predictor openForMany(Device device) throws IOException {
    String wanted = System.getenv("OMP_NUM_THREADS");
    return new Predictor(
        folder,
        wanted != null && wanted.matches("[1-9][0-9]{0,2}")
            ? Integer.parseInt(wanted)
            : Runtime.getRuntime().availableProcessors(),
        device);
  }
}
