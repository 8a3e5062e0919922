package io.incrt.bench.load;

import java.util.List;
import java.util.Map;

/**
 * What became of the requests. Every one that was sent is counted once: as ok, refused,
 * unavailable, expired, among the others, wrong or lost.
 *
 * @param seconds how long was timed
 * @param sent requests
 * @param ok those with the right answer
 * @param refused 429 that says when to come back
 * @param unavailable 503
 * @param expired 504
 * @param others by status
 * @param wrong answers that are not what they should be, or no HTTP; 429 that does not say when to
 *     come back
 * @param lost requests that went out and have no answer
 * @param unconnected requests for which there was no server to connect to; none of them was sent
 * @param unsent requests for which no connection became free before the end; none of them was sent
 * @param offered requests a second while it was timed, sent or not
 * @param rate right answers a second
 * @param recordRate records of them a second
 * @param latency of right answers, from the moment a request was due
 * @param refusal the same of those refused
 * @param lateness how long after it was due a request went out: what the generator or a lack of
 *     connections added
 * @param processor how much of one processor the generator took
 * @param problems the first of what was wrong or lost, in words
 */
public record LoadReport(
    double seconds,
    long sent,
    long ok,
    long refused,
    long unavailable,
    long expired,
    Map<String, Long> others,
    long wrong,
    long lost,
    long unconnected,
    long unsent,
    double offered,
    double rate,
    double recordRate,
    Times latency,
    Times refusal,
    Times lateness,
    double processor,
    List<String> problems) {

  /** Milliseconds. */
  public record Times(double p50, double p90, double p99, double p999, double max) {}
}
