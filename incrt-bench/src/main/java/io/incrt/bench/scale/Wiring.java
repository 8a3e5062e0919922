package io.incrt.bench.scale;

/**
 * What joins the processes.
 *
 * @param name as the tables have it
 * @param measured whether its figures were measured here; otherwise they are assumed
 * @param inner between the processes of one node
 * @param perNode how many processes a node has
 * @param outer between nodes; all processes of one share it
 */
record Wiring(String name, boolean measured, Link inner, int perNode, Link outer) {

  /** Nodes of one process each. */
  static Wiring flat(String name, double latency, double bandwidth) {
    Link link = new Link(latency, bandwidth);
    return new Wiring(name, false, link, 1, link);
  }

  /**
   * The seconds that a sum over so many processes takes: within the nodes first, so that each
   * process has a part of its node's sum, then each part between the nodes, then back.
   */
  double seconds(Way way, int ranks, double bytes) {
    if (ranks <= perNode) {
      return way.seconds(inner, ranks, bytes);
    }
    int nodes = (ranks + perNode - 1) / perNode;
    return way.seconds(inner, perNode, bytes) + way.seconds(outer, nodes, bytes);
  }
}
