package io.incrt.cli.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * Passes on what a rank says, line by line. Its newest message is held back until it says more, or
 * it is known why the group ended: then one of the messages of all ranks is enough.
 */
final class HeldLines implements Runnable {

  private static final String MESSAGE = "incrt: ";

  /** Libtorch prints it among the results. */
  private static final String GLOO = "[Gloo] Rank ";

  private final BufferedReader from;
  private final PrintWriter to;
  private String held;
  private boolean silent;

  /** Passes on to a printer that others may use, too. */
  HeldLines(BufferedReader from, PrintWriter to) {
    this.from = from;
    this.to = to;
  }

  @Override
  public void run() {
    try (from) {
      for (String line = from.readLine(); line != null; line = from.readLine()) {
        take(line);
      }
    } catch (IOException e) {
      // The process is gone.
    }
  }

  private synchronized void take(String line) {
    letGo();
    if (line.startsWith(MESSAGE)) {
      held = line;
    } else if (!line.startsWith(GLOO)) {
      say(line);
    }
  }

  private void say(String line) {
    if (!silent) {
      to.println(line);
      to.flush();
    }
  }

  /** The message that is held back, without the program's name; empty if there is none. */
  synchronized String held() {
    return held == null ? "" : held.substring(MESSAGE.length());
  }

  /** Passes on what is held back. */
  synchronized void letGo() {
    if (held != null) {
      say(held);
      held = null;
    }
  }

  /** Passes on nothing more. */
  synchronized void silence() {
    silent = true;
  }
}
