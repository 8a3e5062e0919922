package io.incrt.bench.serving;

import io.incrt.bench.load.LoadReport;
import java.util.List;

/**
 * What was measured of a server.
 *
 * @param setup what was asked of what
 * @param starts from starting the command to the first answer, in seconds
 * @param throughputs turns of {@code predict} and the server on the same short records
 * @param closed closed loops, ours and the rival's in turns
 * @param half at half of what the server can do, one record a request
 * @param overload at ten times what it can do
 * @param reload while its model was replaced over and over
 * @param stops what became of requests when it was told to stop
 */
public record ServingResults(
    Setup setup,
    List<Double> starts,
    List<Throughput> throughputs,
    List<Closed> closed,
    LoadReport half,
    Overload overload,
    Reload reload,
    List<Stop> stops) {

  /** Copies the lists. */
  public ServingResults {
    starts = List.copyOf(starts);
    throughputs = List.copyOf(throughputs);
    closed = List.copyOf(closed);
    stops = List.copyOf(stops);
  }

  /**
   * What was asked of what.
   *
   * @param letters of a record
   * @param records of a large request
   * @param connections of a generator at most, in an open loop
   * @param rival its name with versions, or why there is none
   * @param workers its processes; 0 where there is none
   * @param busy how many processes wanted a processor before anything was started (the load average
   *     of a minute); negative where the system does not say
   */
  public record Setup(
      int letters, int records, int connections, String rival, int workers, double busy) {}

  /**
   * One turn, in records a second.
   *
   * @param predict of the command, without its start
   * @param large of the server, in requests of many records
   * @param single of the server, in requests of one
   */
  public record Throughput(double predict, double large, double single) {}

  /**
   * A closed loop at a concurrency, one record a request.
   *
   * @param model the preset it is made by
   * @param rival the rival's; null where there is none
   */
  public record Closed(String model, int concurrency, LoadReport here, LoadReport rival) {

    /** Answers a second against the rival's; NaN where there is none. */
    public double ratio() {
      return rival == null ? Double.NaN : here.rate() / rival.rate();
    }
  }

  /**
   * Resident memory in bytes; all 0 where the system does not say.
   *
   * @param begin before
   * @param early the median of the second fifth of the time
   * @param late the median of the last fifth
   */
  public record Memory(long begin, long early, long late, long peak) {

    /** By how much it grew, late against early; NaN where that is not known. */
    public double growth() {
      return early == 0 ? Double.NaN : (double) late / early;
    }
  }

  /**
   * More than it can do.
   *
   * @param capacity requests a second it can do
   * @param rate requests a second it was asked
   */
  public record Overload(double capacity, double rate, LoadReport load, Memory memory) {}

  /**
   * Models replaced under load.
   *
   * @param wanted how often the folder was replaced
   * @param done how often the server said that it had reloaded
   */
  public record Reload(int wanted, int done, double rate, LoadReport load, Memory memory) {}

  /**
   * A stop under load.
   *
   * @param seconds from the signal to the end of the process
   */
  public record Stop(int exit, double seconds, double rate, LoadReport load) {}
}
