package io.incrt.train;

import io.incrt.geometry.Motor;
import io.incrt.geometry.homeostat.DepthSignal;
import io.incrt.geometry.homeostat.LayerObservation.Tokens;
import io.incrt.model.AttentionLayer;
import io.incrt.model.Head;
import io.incrt.model.Network;
import io.incrt.tensor.Libtorch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.ejml.data.DMatrixRMaj;

/**
 * Turns the tokens of a batch into what the Homeostat sees: Gram matrices, motors, depth signals.
 */
final class Observer {

  private Observer() {}

  /**
   * What the Homeostat needs of every batch, where it was computed: G and W_Q W_Kᵀ averaged over
   * the heads, of each layer, [L, 2, d, d]. Nothing is waited for.
   */
  static Tensor matrices(Network network, Pieces.Found found) {
    return Libtorch.withoutGradients(
        () -> {
          TensorVector all = new TensorVector();
          for (int i = 0; i < network.layers().size(); i++) {
            all.push_back(gram(found.tokens().layers().get(i).read(), found.tokens()));
            all.push_back(network.layers().get(i).meanProduct(found.weights().get(i)));
          }
          int d = network.shape().width();
          return torch.stack(all, 0).reshape(network.layers().size(), 2, d, d);
        });
  }

  /** The same as the Homeostat reads it, one observation a layer; waits for the numbers. */
  static List<Tokens> observations(Network network, Tensor matrices) {
    double[] numbers = Libtorch.toDoubles(matrices);
    int d = network.shape().width();
    List<Tokens> observations = new ArrayList<>();
    for (AttentionLayer layer : network.layers()) {
      int from = 2 * d * d * observations.size();
      Motor motor = Motor.of(square(numbers, from + d * d, d));
      observations.add(
          new Tokens(layer.id(), square(numbers, from, d), motor, List.of(), Optional.empty()));
    }
    return observations;
  }

  private static DMatrixRMaj square(double[] numbers, int from, int d) {
    return new DMatrixRMaj(d, d, true, Arrays.copyOfRange(numbers, from, from + d * d));
  }

  /**
   * What level 3 sees of a layer.
   *
   * @param unexplained the share of the loss that is left
   */
  static DepthSignal depth(
      AttentionLayer layer, SeenTokens.Rows rows, SeenTokens seen, double unexplained) {
    return Libtorch.withoutGradients(
        () -> {
          double before = seen.onlyReal(rows.in()).norm().item_double();
          double change = seen.onlyReal(rows.out().sub(rows.in())).norm().item_double();
          return new DepthSignal(
              Head.matrix(gram(layer.normalise(rows.out()), seen)),
              cone(rows.in(), seen),
              cone(rows.out(), seen),
              before > 0 ? change / before : 0,
              unexplained);
        });
  }

  /** G = XᵀX / (number of real tokens). */
  static Tensor gram(Tensor tokens, SeenTokens seen) {
    Tensor rows = seen.onlyReal(tokens);
    return rows.t().matmul(rows).div(new Scalar(seen.count()));
  }

  /** The mean cosine of the real tokens to their mean direction. */
  private static double cone(Tensor x, SeenTokens seen) {
    Tensor rows = seen.onlyReal(x);
    Tensor mean = rows.sum(0);
    Tensor unit = mean.div(mean.norm().clamp_min(new Scalar(1e-12)));
    Tensor lengths = rows.mul(rows).sum(1).sqrt().clamp_min(new Scalar(1e-12));
    return rows.matmul(unit).div(lengths).sum().item_double() / seen.count();
  }
}
