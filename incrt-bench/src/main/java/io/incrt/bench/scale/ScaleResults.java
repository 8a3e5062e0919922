package io.incrt.bench.scale;

import java.util.List;

/**
 * What was measured, what was simulated from it, and how well the simulation says what real
 * processes take.
 *
 * @param speeds how fast each of 1, 2 … processes at the same time is, 1 being one alone
 * @param sums that were timed between processes of this machine
 * @param loopback the link that they fit
 * @param profiles of the networks
 * @param checked simulated steps beside real ones
 * @param swept steps of 1, 2, 4 … processes
 */
public record ScaleResults(
    List<Double> speeds,
    List<LinkFit.Timed> sums,
    Link loopback,
    List<Profile> profiles,
    List<Checked> checked,
    List<Swept> swept) {

  /**
   * A step of real processes beside the simulated one, in seconds.
   *
   * @param each whether each has a batch of its own
   * @param batch of all, or of each
   */
  record Checked(
      String network, boolean each, int batch, int ranks, double real, double simulated) {

    double error() {
      return simulated / real - 1;
    }
  }

  /** One job on one network's wires, by the number of processes. */
  record Swept(
      String network, boolean each, int batch, String wiring, Job.Change change, Sweep sweep) {

    Swept with(Sweep found) {
      return new Swept(network, each, batch, wiring, change, found);
    }
  }

  /** The largest error of a simulated step. */
  public double worst() {
    return checked.stream().mapToDouble(one -> Math.abs(one.error())).max().orElse(Double.NaN);
  }
}
