package io.incrt.bench.scale;

/**
 * How N processes sum B bytes. Either way each sends and receives 2 B (N − 1) / N bytes; what
 * differs is the number of messages that have to wait for each other.
 */
enum Way {
  /** From neighbour to neighbour, twice around: 2 (N − 1) messages. What Gloo does. */
  RING {
    @Override
    double messages(int members) {
      return 2.0 * (members - 1);
    }
  },
  /** Halves with ever nearer partners, and back: 2 ⌈log₂ N⌉ messages. */
  HALVING {
    @Override
    double messages(int members) {
      return 2.0 * (Integer.SIZE - Integer.numberOfLeadingZeros(members - 1));
    }
  };

  /** The messages one after the other. */
  abstract double messages(int members);

  /** The seconds that a sum over so many processes takes. */
  double seconds(Link link, int members, double bytes) {
    if (members <= 1) {
      return 0;
    }
    return messages(members) * link.latency()
        + 2 * bytes * (members - 1) / members / link.bandwidth();
  }
}
