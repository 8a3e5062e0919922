package io.incrt.report.live;

import java.time.Duration;
import java.util.Optional;

/**
 * A run as it is looked at.
 *
 * @param name what it is called
 * @param run what it has said
 * @param quiet how long it has said nothing
 * @param trouble why it cannot be read; empty if it can
 */
public record LiveView(String name, LiveRun run, Duration quiet, Optional<String> trouble) {

  /**
   * A run says every two seconds that it goes on, but between steps only, and not while its last
   * figures are computed.
   */
  public static final Duration LONGEST_QUIET = Duration.ofSeconds(60);

  /** How a run stands. */
  public enum Standing {
    /** There is none yet. */
    WAITING,
    /** It goes on. */
    RUNNING,
    /** It has not ended, and says nothing any more. */
    SILENT,
    /** It made all its steps. */
    FINISHED,
    /** It was stopped, and can be resumed. */
    STOPPED,
    /** It failed. */
    FAILED
  }

  /** How it stands. */
  public Standing standing() {
    if (run.begun().isEmpty()) {
      return Standing.WAITING;
    }
    if (run.ending().isEmpty()) {
      return quiet.compareTo(LONGEST_QUIET) > 0 ? Standing.SILENT : Standing.RUNNING;
    }
    return switch (run.ending().get()) {
      case FINISHED -> Standing.FINISHED;
      case STOPPED -> Standing.STOPPED;
      case FAILED -> Standing.FAILED;
    };
  }

  /** The share of its steps that it has made. */
  public double done() {
    return run.steps() <= 0 ? 0 : (double) run.step() / run.steps();
  }
}
