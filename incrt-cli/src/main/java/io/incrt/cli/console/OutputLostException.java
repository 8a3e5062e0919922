package io.incrt.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Standard output could not be written to. Unchecked, so that it ends a command at once where a
 * PrintWriter would swallow the failure.
 */
public final class OutputLostException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final boolean closed;

  public OutputLostException(IOException cause) {
    super("standard output could not be written: " + cause.getMessage(), cause);
    this.closed = isClosedPipe(cause);
  }

  /** Whether whoever read the output has had enough, as head has: no failure worth a message. */
  public boolean isClosed() {
    return closed;
  }

  private static boolean isClosedPipe(IOException e) {
    String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    if (message.contains("broken pipe") || message.contains("pipe is being closed")) {
      return true;
    }
    // The message may be in the user's language; where there is /proc, that tells a pipe.
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString().startsWith("pipe:");
    } catch (IOException | UnsupportedOperationException none) {
      return false;
    }
  }
}
