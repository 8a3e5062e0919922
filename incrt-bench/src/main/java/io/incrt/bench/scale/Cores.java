package io.incrt.bench.scale;

import java.util.ArrayList;
import java.util.List;

/**
 * The cores of one machine, which its processes share evenly.
 *
 * <p>k at a time run at a speed of speeds[k − 1] each, 1 being that of one alone; more than there
 * are cores take turns, so that together they are as fast as cores many.
 */
final class Cores {

  private static final double NEGLIGIBLE = 1e-12;

  private static final class Job {
    private double left;
    private final Runnable done;

    Job(double left, Runnable done) {
      this.left = left;
      this.done = done;
    }
  }

  private final Events events;
  private final double[] speeds;
  private final boolean isOwn;
  private List<Job> running = new ArrayList<>();
  private double seen;
  private long plan;

  /**
   * Of a machine.
   *
   * @param processes of it, one of which never has to share
   */
  Cores(Events events, int processes, double... speeds) {
    this.events = events;
    this.isOwn = processes == 1;
    this.speeds = speeds.clone();
  }

  /** How fast each of so many processes is. */
  static double speed(double[] speeds, int processes) {
    int cores = speeds.length;
    return processes <= cores ? speeds[processes - 1] : speeds[cores - 1] * cores / processes;
  }

  /** Computes what would take so many seconds alone. */
  void compute(double seconds, Runnable done) {
    if (isOwn) {
      events.after(seconds, done);
      return;
    }
    goOn();
    running.add(new Job(seconds, done));
    plan();
  }

  /** Everyone's work since it was last looked at. */
  private void goOn() {
    if (!running.isEmpty()) {
      double worked = (events.now() - seen) * speed(speeds, running.size());
      running.forEach(job -> job.left -= worked);
    }
    seen = events.now();
  }

  /** Plans who ends first; plans of before are void. */
  private void plan() {
    plan++;
    if (running.isEmpty()) {
      return;
    }
    double least = running.stream().mapToDouble(job -> job.left).min().orElseThrow();
    long own = plan;
    events.after(
        Math.max(0, least) / speed(speeds, running.size()),
        () -> {
          if (own == plan) {
            end(least);
          }
        });
  }

  private void end(double least) {
    goOn();
    List<Job> ended = new ArrayList<>();
    List<Job> others = new ArrayList<>();
    for (Job job : running) {
      // Rounding must not keep the one that was waited for.
      (job.left <= NEGLIGIBLE + 1e-9 * least ? ended : others).add(job);
    }
    running = others;
    plan();
    ended.forEach(job -> job.done.run());
  }
}
