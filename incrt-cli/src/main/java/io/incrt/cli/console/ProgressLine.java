package io.incrt.cli.console;

import java.io.PrintWriter;

/** A line on standard error that is overwritten in place, on a terminal only. */
public final class ProgressLine {

  private final PrintWriter err;
  // Java cannot ask whether standard error is a terminal; the launcher can, and sets a property.
  private final boolean live = Boolean.getBoolean("incrt.terminal");
  private int width;

  public ProgressLine(PrintWriter err) {
    this.err = err;
  }

  /** Whether there is a terminal to show it on. */
  public boolean isLive() {
    return live;
  }

  public void show(String text) {
    if (live) {
      err.print("\r");
      err.print(text + " ".repeat(Math.max(0, width - text.length())));
      err.flush();
      width = text.length();
    }
  }

  public void clear() {
    if (live) {
      err.print("\r");
      err.print(" ".repeat(width));
      err.print("\r");
      err.flush();
      width = 0;
    }
  }
}
