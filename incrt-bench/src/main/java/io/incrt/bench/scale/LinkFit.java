package io.incrt.bench.scale;

import java.util.List;

/** Latency and bandwidth between the processes of one machine, from sums that were timed. */
final class LinkFit {

  private LinkFit() {}

  /**
   * A sum that was timed.
   *
   * @param processes that made it
   * @param bytes of it
   * @param seconds it took
   */
  record Timed(int processes, double bytes, double seconds) {}

  /**
   * The link with which a ring takes as long, where the cores of the machine do the work and more
   * processes than cores take turns: least squares of relative errors.
   */
  static Link fit(List<Timed> sums, double... speeds) {
    // seconds ≈ latency · messages + bytes' · 1/bandwidth, both linear; weighed by 1 / seconds².
    double aa = 0;
    double ab = 0;
    double bb = 0;
    double ay = 0;
    double by = 0;
    for (Timed sum : sums) {
      double slower = 1 / Cores.speed(speeds, sum.processes);
      double a = slower * Way.RING.messages(sum.processes) / sum.seconds;
      double b = slower * 2 * sum.bytes * (sum.processes - 1) / sum.processes / sum.seconds;
      aa += a * a;
      ab += a * b;
      bb += b * b;
      ay += a;
      by += b;
    }
    double determinant = aa * bb - ab * ab;
    double latency = (ay * bb - by * ab) / determinant;
    double perByte = (by * aa - ay * ab) / determinant;
    if (!(latency > 0) || !(perByte > 0)) {
      throw new IllegalArgumentException(
          "the timed sums fit no link (latency " + latency + " s, " + perByte + " s a byte)");
    }
    return new Link(latency, 1 / perByte);
  }

  /** What the fit says of a sum that was timed. */
  static double predicted(Link link, Timed sum, double... speeds) {
    return Way.RING.seconds(link, sum.processes, sum.bytes) / Cores.speed(speeds, sum.processes);
  }
}
