package io.incrt.bench.scale;

import java.util.ArrayList;
import java.util.List;

/**
 * A job on 1, 2, 4 … processes.
 *
 * @param outcomes by the number of processes
 */
record Sweep(List<Simulation.Outcome> outcomes) {

  /** Below it more is lost than computed. */
  static final double LEAST = 0.5;

  /** A whole number of times from one validation, check and judgement to the next. */
  private static final int STEPS = 200;

  /**
   * Up to so many processes, each on a core of its own; no more than there are records to share.
   */
  static Sweep of(Job job, Wiring wiring, int most, long seed) {
    List<Simulation.Outcome> outcomes = new ArrayList<>();
    for (int ranks = 1; ranks <= most && ranks <= job.records(ranks); ranks *= 2) {
      int steps = job.change() == Job.Change.SELDOM ? 2 * STEPS : STEPS;
      outcomes.add(Simulation.run(job, wiring, Simulation.Machines.OWN, ranks, steps, seed));
    }
    return new Sweep(outcomes);
  }

  /**
   * The records a second of N processes as a share of N times those of one: 1 where nothing is
   * lost.
   */
  double efficiency(Simulation.Outcome outcome) {
    return outcome.throughput() / outcome.ranks() / outcomes.get(0).throughput();
  }

  /** How often the throughput of one process. */
  double speedup(Simulation.Outcome outcome) {
    return outcome.throughput() / outcomes.get(0).throughput();
  }

  /**
   * Where adding processes stops paying: the most of them that, like all fewer, do at least half of
   * what as many alone would.
   */
  int pays() {
    int last = 1;
    for (Simulation.Outcome outcome : outcomes) {
      if (efficiency(outcome) < LEAST) {
        return last;
      }
      last = outcome.ranks();
    }
    return last;
  }

  /** Whether they still pay at the end of the sweep, so that the limit is not known. */
  boolean paysToTheEnd() {
    return pays() == outcomes.get(outcomes.size() - 1).ranks();
  }

  /** The fewest processes with the greatest throughput: more are no faster. */
  Simulation.Outcome fastest() {
    Simulation.Outcome best = outcomes.get(0);
    for (Simulation.Outcome outcome : outcomes) {
      best = outcome.throughput() > best.throughput() * 1.001 ? outcome : best;
    }
    return best;
  }
}
