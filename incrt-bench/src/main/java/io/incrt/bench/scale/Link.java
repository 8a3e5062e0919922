package io.incrt.bench.scale;

/**
 * What joins two processes: a message of so many bytes takes latency + bytes / bandwidth seconds.
 *
 * @param latency in seconds
 * @param bandwidth in bytes a second
 */
record Link(double latency, double bandwidth) {

  Link {
    if (!(latency >= 0) || !(bandwidth > 0)) {
      throw new IllegalArgumentException(
          "a link needs a latency of 0 or more and a bandwidth above 0, not "
              + latency
              + " s and "
              + bandwidth
              + " B/s");
    }
  }

  double seconds(double bytes) {
    return latency + bytes / bandwidth;
  }
}
