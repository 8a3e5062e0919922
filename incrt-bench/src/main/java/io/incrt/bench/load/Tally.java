package io.incrt.bench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Counts what becomes of requests. */
final class Tally {

  private static final int DIGITS = 3;
  private static final int MOST_PROBLEMS = 5;
  private static final int LONGEST = 400;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int OK = 200;
  private static final int FULL = 429;
  private static final int UNAVAILABLE = 503;
  private static final int EXPIRED = 504;

  private final AnswerCheck check;
  private final Histogram latency = new Histogram(DIGITS);
  private final Histogram refusal = new Histogram(DIGITS);
  private final Histogram lateness = new Histogram(DIGITS);
  private final Map<String, Long> others = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();
  private long sent;
  private long ok;
  private long refused;
  private long unavailable;
  private long expired;
  private long wrong;
  private long lost;
  private long unconnected;
  private long unsent;
  private long offered;
  private long timed;
  private long timedRecords;

  Tally(AnswerCheck check) {
    this.check = check;
  }

  /** A request was due. */
  void offered(boolean counts) {
    offered += counts ? 1 : 0;
  }

  /** A request goes out. */
  void sent(long late, boolean counts) {
    sent++;
    if (counts) {
      lateness.recordValue(late);
    }
  }

  /**
   * An answer came.
   *
   * @param nanos since the request was due
   * @param counts whether it is timed
   */
  void answered(
      int index, int records, ResponseReader.Response response, long nanos, boolean counts) {
    switch (response.status()) {
      case OK -> {
        String problem = check.problem(index, response.body());
        if (problem != null) {
          wrong("the answer to request " + index + ": " + problem);
          return;
        }
        ok++;
        if (counts) {
          timed++;
          timedRecords += records;
          latency.recordValue(nanos);
        }
      }
      case FULL -> {
        if (!response.saysWhen()) {
          wrong("429 without Retry-After");
          return;
        }
        refused++;
        if (counts) {
          refusal.recordValue(nanos);
        }
      }
      case UNAVAILABLE -> unavailable++;
      case EXPIRED -> expired++;
      default -> {
        others.merge(String.valueOf(response.status()), 1L, Long::sum);
        note("status " + response.status() + ": " + new String(response.body(), UTF_8));
      }
    }
  }

  private static final java.nio.charset.Charset UTF_8 = java.nio.charset.StandardCharsets.UTF_8;

  void wrong(String why) {
    wrong++;
    note(why);
  }

  void lost(String why) {
    lost++;
    note("lost: " + why);
  }

  /** It was taken for sent, but nobody was there. */
  void unconnected(String why) {
    sent--;
    unconnected++;
    note("not connected: " + why);
  }

  void unsent(long count) {
    unsent += count;
  }

  private void note(String problem) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(problem.length() <= LONGEST ? problem : problem.substring(0, LONGEST) + "…");
    }
  }

  LoadReport report(double seconds, double processor) {
    return new LoadReport(
        seconds,
        sent,
        ok,
        refused,
        unavailable,
        expired,
        others,
        wrong,
        lost,
        unconnected,
        unsent,
        offered / seconds,
        timed / seconds,
        timedRecords / seconds,
        times(latency),
        times(refusal),
        times(lateness),
        processor,
        problems);
  }

  private static LoadReport.Times times(Histogram histogram) {
    return new LoadReport.Times(
        histogram.getValueAtPercentile(50) / NANOS_PER_MILLI,
        histogram.getValueAtPercentile(90) / NANOS_PER_MILLI,
        histogram.getValueAtPercentile(99) / NANOS_PER_MILLI,
        histogram.getValueAtPercentile(99.9) / NANOS_PER_MILLI,
        histogram.getMaxValue() / NANOS_PER_MILLI);
  }
}
