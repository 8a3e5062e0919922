package io.incrt.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options that let others than this terminal see a run. */
final class SightOptions {

  @Option(
      names = "--tensorboard",
      description = "Writes what TensorBoard shows into DIR/tensorboard.")
  private boolean tensorBoard;

  /** Begins to show what is trained into a folder. */
  Sight begin(Path out, PrintWriter notes) throws IOException {
    return new Sight(tensorBoard);
  }
}
