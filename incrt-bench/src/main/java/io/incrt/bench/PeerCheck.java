package io.incrt.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.bench.measure.CheckedSteps;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.bench.measure.Preset;
import io.incrt.data.json.Json;
import java.io.IOException;
import java.util.List;

/**
 * Whether a peer computes what we do: it is given our weights and records, makes the same steps,
 * and must then say the same of each record. A race against another network would mean nothing.
 */
final class PeerCheck {

  private static final int STEPS = 3;

  /** Sums in another order differ by less; another network, or another step, by more. */
  private static final double TOLERANCE = 1e-3;

  private static final List<Size> SIZES =
      List.of(
          new Size(Preset.DEFAULT, 16, 4, 3, 12, 1, 6),
          new Size(Preset.DEFAULT, 16, 4, 2, 5, 3, 6),
          new Size(16, 4, 3, 12, 6));

  private PeerCheck() {}

  /**
   * Asks a peer.
   *
   * @throws IOException if it says something else
   */
  static void require(Peer peer) throws IOException {
    for (Size size : SIZES) {
      double difference = difference(peer, size);
      if (!(difference <= TOLERANCE)) {
        throw new IOException(
            "the peer is another network or trains otherwise: after "
                + STEPS
                + " steps from the same weights ("
                + Tables.name(size)
                + ") its outputs differ from ours by "
                + difference
                + ", more than "
                + TOLERANCE);
      }
    }
  }

  private static double difference(Peer peer, Size size) throws IOException {
    try (CheckedSteps ours = new CheckedSteps(size)) {
      ObjectNode given = Json.object();
      ObjectNode weights = given.putObject("weights");
      ours.weights().forEach((name, tensor) -> weights.putPOJO(name, tensor));
      given.putPOJO("tokens", ours.tokens());
      given.putPOJO("labels", ours.labels());
      given.putPOJO("floors", ours.floors());
      List<float[]> theirs = peer.outputs(size, STEPS, ours.settings(), given);
      List<float[]> outputs = ours.outputsAfter(STEPS);
      if (theirs.size() != outputs.size()) {
        return Double.POSITIVE_INFINITY;
      }
      double worst = 0;
      for (int i = 0; i < outputs.size(); i++) {
        for (int c = 0; c < outputs.get(i).length; c++) {
          double gap =
              c < theirs.get(i).length
                  ? Math.abs(outputs.get(i)[c] - theirs.get(i)[c])
                  : Double.POSITIVE_INFINITY;
          worst = Double.isNaN(gap) ? Double.POSITIVE_INFINITY : Math.max(worst, gap);
        }
      }
      return worst;
    }
  }
}
