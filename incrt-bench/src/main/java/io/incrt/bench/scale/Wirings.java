package io.incrt.bench.scale;

import java.util.List;

/** Networks that are not here: round figures of what such hardware is sold as, none measured. */
final class Wirings {

  private static final double GIGABIT = 1e9 / 8;
  private static final double MICRO = 1e-6;

  private static final Link INFINIBAND = new Link(5 * MICRO, 100 * GIGABIT);

  private Wirings() {}

  /** The slowest first. */
  static List<Wiring> assumed() {
    return List.of(
        Wiring.flat("Internet, 1 Gb/s, 20 ms", 20_000 * MICRO, GIGABIT),
        Wiring.flat("10 Gb Ethernet", 50 * MICRO, 10 * GIGABIT),
        new Wiring("100 Gb InfiniBand", false, INFINIBAND, 1, INFINIBAND),
        new Wiring(
            "NVLink by eight, InfiniBand", false, new Link(5 * MICRO, 300e9), 8, INFINIBAND));
  }

  /** One of them. */
  static Wiring named(String name) {
    return assumed().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  /** Between processes of one machine. */
  static Wiring loopback(Link link) {
    return new Wiring("loopback", true, link, Integer.MAX_VALUE, link);
  }
}
