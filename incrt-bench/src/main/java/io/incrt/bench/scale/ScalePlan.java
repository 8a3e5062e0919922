package io.incrt.bench.scale;

import io.incrt.bench.measure.MeasuredSteps.Size;
import java.util.ArrayList;
import java.util.List;

/**
 * What is measured and simulated.
 *
 * @param networks the networks, their batch as it is by default
 * @param large a batch that is larger than the default, to be shared
 * @param members as how many others were pretended to be there, each
 * @param seconds that the parts of a step are measured, and steps of real processes each time
 * @param rounds of real processes, of which the medians count
 * @param sums the bytes of sums that are timed
 * @param ranks how many real processes, from 1 on
 * @param most processes that are simulated
 * @param known steps on machines that are not here, as documents have them
 */
public record ScalePlan(
    List<Size> networks,
    int large,
    List<Integer> members,
    double seconds,
    int rounds,
    List<Integer> sums,
    List<Integer> ranks,
    int most,
    List<Known> known) {

  /**
   * A step that was measured elsewhere.
   *
   * @param name of network and machine
   * @param size of the network, with a batch that this machine can bear
   * @param batch that it was measured with
   * @param seconds it took
   */
  public record Known(String name, Size size, int batch, double seconds) {}

  private static final double SECONDS = 20;
  private static final List<Integer> BYTES =
      List.of(8, 1 << 10, 1 << 14, 1 << 17, 1 << 20, 1 << 22, 1 << 24);

  /** For publishing. */
  public static ScalePlan full(Known known, Size... networks) {
    return new ScalePlan(
        List.of(networks),
        1024,
        List.of(2, 64),
        SECONDS,
        3,
        BYTES,
        List.of(1, 2, 4),
        1024,
        List.of(known));
  }

  /** To see that it works. */
  public static ScalePlan quick(Size network) {
    return new ScalePlan(
        List.of(network),
        256,
        List.of(2, 8),
        SECONDS / 10,
        1,
        List.of(8, 1 << 17, 1 << 20),
        List.of(1, 2),
        64,
        List.of());
  }

  /** Little time, and one group: to see what is exchanged, and when. */
  ScalePlan brief() {
    return new ScalePlan(networks, large, List.of(2), 0, 1, sums, ranks, most, List.of());
  }

  /** The shares of a batch that are timed: 1, 2, 4 … up to the whole. */
  static List<Integer> shares(int batch) {
    List<Integer> shares = new ArrayList<>();
    for (int share = 1; share <= batch; share *= 2) {
      shares.add(share);
    }
    return shares;
  }
}
