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

  /**
   * With what went wrong.
   *
   * @param ownOutput whether it is the output of this process, which the system knows more about
   */
  public OutputLostException(IOException cause, boolean ownOutput) {
    super("standard output could not be written: " + cause.getMessage(), cause);
    this.closed = isClosedPipe(cause) || (ownOutput && isPipe());
  }

  /** Whether whoever read the output has had enough, as head has: no failure worth a message. */
  public boolean isClosed() {
    return closed;
  }

  private static boolean isClosedPipe(IOException e) {
    String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    return message.contains("broken pipe") || message.contains("pipe is being closed");
  }

  /** The message may be in the user's language; where there is /proc, that tells a pipe. */
  private static boolean isPipe() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString().startsWith("pipe:");
    } catch (IOException | UnsupportedOperationException none) {
      return false;
    }
  }
}
