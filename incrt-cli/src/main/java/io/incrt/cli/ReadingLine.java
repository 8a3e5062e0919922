package io.incrt.cli;

import io.incrt.cli.console.ProgressLine;
import io.incrt.data.cache.CacheProgress;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Shows how far the reading of records into a cache is: on a terminal in the line that is
 * overwritten, elsewhere in a line every ten seconds.
 */
final class ReadingLine {

  private static final long LIVE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long PLAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final PrintWriter err;
  private final ProgressLine line;
  private final long startedAt = System.nanoTime();
  private long shownAt = startedAt;

  ReadingLine(PrintWriter err, ProgressLine line) {
    this.err = err;
    this.line = line;
  }

  void show(CacheProgress.At at) {
    long now = System.nanoTime();
    if (now - shownAt < (line.isLive() ? LIVE_NANOS : PLAIN_NANOS)) {
      return;
    }
    shownAt = now;
    String text = words(at, (now - startedAt) / 1e9);
    if (line.isLive()) {
      line.show(text);
    } else {
      err.println(text);
      err.flush();
    }
  }

  /** How far it is after so many seconds. */
  static String words(CacheProgress.At at, double seconds) {
    double speed = at.bytes() / Math.max(1e-3, seconds);
    double left = (at.of() - at.bytes()) / Math.max(1, speed);
    return String.format(
        Locale.ROOT,
        "%s %d records  %.0f %% of %.1f GB  %.0f MB/s  %.0f s left",
        at.again() ? "reading again" : "reading",
        at.records(),
        100.0 * at.bytes() / Math.max(1, at.of()),
        at.of() / 1e9,
        speed / 1e6,
        left);
  }
}
