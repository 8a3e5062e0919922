package io.incrt.network;

import io.incrt.geometry.homeostat.DepthSignal;
import io.incrt.geometry.homeostat.HeadMotor;
import io.incrt.geometry.homeostat.LayerObservation;
import io.incrt.geometry.homeostat.LayerObservation.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.ejml.data.DMatrixRMaj;

/**
 * Turns the tokens of a batch into what the Homeostat sees: Gram matrices, motors, depth signals.
 */
final class Observer {

  private Observer() {}

  /**
   * One observation a layer.
   *
   * @param single whether the Homeostat looks at single heads: at checks, where level 2 is on
   * @param unexplained the share of the loss that is left, for level 3; NaN where it does not look
   */
  static List<LayerObservation> observe(
      Network network, SeenTokens seen, boolean single, double unexplained) {
    return Libtorch.withoutGradients(
        () -> {
          List<LayerObservation> observations = new ArrayList<>();
          for (int i = 0; i < network.layers().size(); i++) {
            AttentionLayer layer = network.layers().get(i);
            SeenTokens.Rows rows = seen.layers().get(i);
            DMatrixRMaj gram = gram(rows.read(), seen);
            List<HeadMotor> heads = single ? motors(layer) : List.of();
            Tokens tokens =
                new Tokens(layer.id(), gram, layer.meanMotor(), heads, Optional.empty());
            observations.add(
                Double.isNaN(unexplained)
                    ? tokens
                    : tokens.withDepth(depth(layer, rows, seen, unexplained)));
          }
          return observations;
        });
  }

  private static List<HeadMotor> motors(AttentionLayer layer) {
    return layer.heads().stream().map(head -> new HeadMotor(head.id(), head.motor())).toList();
  }

  private static DepthSignal depth(
      AttentionLayer layer, SeenTokens.Rows rows, SeenTokens seen, double unexplained) {
    double before = seen.onlyReal(rows.in()).norm().item_double();
    double change = seen.onlyReal(rows.out().sub(rows.in())).norm().item_double();
    return new DepthSignal(
        gram(layer.normalise(rows.out()), seen),
        cone(rows.in(), seen),
        cone(rows.out(), seen),
        before > 0 ? change / before : 0,
        unexplained);
  }

  /** G = XᵀX / (number of real tokens). */
  static DMatrixRMaj gram(Tensor tokens, SeenTokens seen) {
    Tensor rows = seen.onlyReal(tokens);
    return matrix(rows.t().matmul(rows).div(new Scalar(seen.count())));
  }

  /** The mean cosine of the real tokens to their mean direction. */
  private static double cone(Tensor x, SeenTokens seen) {
    Tensor rows = seen.onlyReal(x);
    Tensor mean = rows.sum(0);
    Tensor unit = mean.div(mean.norm().clamp_min(new Scalar(1e-12)));
    Tensor lengths = rows.mul(rows).sum(1).sqrt().clamp_min(new Scalar(1e-12));
    return rows.matmul(unit).div(lengths).sum().item_double() / seen.count();
  }

  private static DMatrixRMaj matrix(Tensor square) {
    int d = Math.toIntExact(square.size(0));
    return new DMatrixRMaj(d, d, true, Libtorch.toDoubles(square));
  }
}
