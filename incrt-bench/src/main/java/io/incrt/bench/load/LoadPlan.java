package io.incrt.bench.load;

import io.incrt.base.Ranges;

/**
 * What a load generator does.
 *
 * @param port of the server, on this machine
 * @param path what is asked
 * @param cases the file of {@link Cases}
 * @param connections the most at a time; in a closed loop how many there are
 * @param rate requests a second, whose moments are kept whatever becomes of the answers: an open
 *     loop; 0 asks anew on every connection once it has its answer: a closed loop
 * @param warmSeconds how long requests are checked and counted, but not timed
 * @param seconds how long they are timed after that; standard input that ends, ends it before
 * @param patienceSeconds how long answers are waited for at the end
 * @param seed of the gaps between the requests of an open loop, which are those of chance
 */
public record LoadPlan(
    int port,
    String path,
    String cases,
    int connections,
    double rate,
    double warmSeconds,
    double seconds,
    double patienceSeconds,
    long seed) {

  /** Checks the numbers. */
  public LoadPlan {
    Ranges.between("port", port, 1, 65_535);
    Ranges.atLeast("connections", connections, 1);
    Ranges.require("rate", rate, rate >= 0 && rate <= 1e6, "from 0 to 1 000 000");
    Ranges.require("seconds", seconds, seconds > 0, "more than 0");
  }

  boolean isOpen() {
    return rate > 0;
  }
}
