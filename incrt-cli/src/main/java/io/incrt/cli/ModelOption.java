package io.incrt.cli;

import io.incrt.Incrt;
import io.incrt.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code --model}. */
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

  Incrt open() throws IOException {
    return Incrt.load(folder);
  }

  /**
   * Opens the model to predict many records; on the CPU with OMP_NUM_THREADS threads, or one per
   * processor.
   */
  Incrt openForMany(Device device) throws IOException {
    return Incrt.load(folder, device, threadsForMany());
  }

  /** As many threads as OMP_NUM_THREADS says, or one per processor. */
  static int threadsForMany() {
    String wanted = System.getenv("OMP_NUM_THREADS");
    return wanted != null && wanted.matches("[1-9][0-9]{0,2}")
        ? Integer.parseInt(wanted)
        : Runtime.getRuntime().availableProcessors();
  }
}
