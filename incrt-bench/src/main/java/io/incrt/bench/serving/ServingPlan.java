package io.incrt.bench.serving;

/**
 * How long what is measured of a server.
 *
 * @param warm seconds a server is asked before anything is timed
 * @param closed seconds of every closed loop
 * @param half seconds at half of what the server can do
 * @param overload seconds at ten times that
 * @param reloads how often a model is replaced under load
 * @param stops how often the server is told to stop under load
 * @param starts how often it is started
 * @param rounds how many turns of predict and the server a median is of
 * @param few records of the short run of predict
 * @param many records of the long one: what they take longer is the throughput
 */
public record ServingPlan(
    double warm,
    double closed,
    double half,
    double overload,
    int reloads,
    int stops,
    int starts,
    int rounds,
    int few,
    int many) {

  /** What is published. */
  public static ServingPlan full() {
    return new ServingPlan(15, 10, 30, 300, 100, 5, 7, 3, 20_000, 100_000);
  }

  /** To see that it works. */
  public static ServingPlan quick() {
    return new ServingPlan(4, 4, 5, 15, 5, 1, 2, 1, 5_000, 25_000);
  }
}
