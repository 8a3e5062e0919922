package io.incrt.train;

import io.incrt.geometry.Motor;
import io.incrt.geometry.homeostat.DepthSignal;
import io.incrt.geometry.homeostat.LayerObservation.Tokens;
import io.incrt.model.AttentionLayer;
import io.incrt.model.Head;
import io.incrt.model.Network;
import io.incrt.model.PackedWeights;
import io.incrt.tensor.Libtorch;
import io.incrt.train.group.Collective;
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
 * Turns the tokens of a batch into observations for the Homeostat: Gram matrices, motors, depth
 * signals.
 */
final class Observer {

  private Observer() {}

  /**
   * What the Homeostat needs of every batch, left on the device: G and W_Q W_Kᵀ averaged over the
   * heads, of each layer, [L, 2, d, d]. Does not wait for the device.
   */
  static Tensor matrices(Network network, BatchGradients.Result batch, Collective collective) {
    return Libtorch.withoutGradients(
        () -> {
          TensorVector matrices = new TensorVector();
          List<AttentionLayer> layers = network.layers();
          for (int i = 0; i < layers.size(); i++) {
            matrices.push_back(gram(i, batch.tokens(), collective));
            matrices.push_back(
                layers.get(i).meanProduct((PackedWeights) batch.weights().get(layers.get(i))));
          }
          int d = network.shape().width();
          if (layers.isEmpty()) {
            return torch.empty(0, 2, d, d);
          }
          return torch.stack(matrices, 0).reshape(layers.size(), 2, d, d);
        });
  }

  /** The same as observations, one per layer; waits for the device. */
  static List<Tokens> observations(Network network, Tensor matrices) {
    double[] numbers = Libtorch.toDoubles(matrices);
    int d = network.shape().width();
    List<Tokens> observations = new ArrayList<>();
    for (AttentionLayer layer : network.layers()) {
      int from = 2 * d * d * observations.size();
      Motor motor = Motor.of(square(numbers, from + d * d, d));
      observations.add(
          new Tokens(
              layer.id(),
              square(numbers, from, d),
              motor,
              List.of(),
              Optional.empty(),
              Optional.empty()));
    }
    return observations;
  }

  private static DMatrixRMaj square(double[] numbers, int from, int d) {
    return new DMatrixRMaj(d, d, true, Arrays.copyOfRange(numbers, from, from + d * d));
  }

  /**
   * The depth signal of a layer, for level 3.
   *
   * @param unexplained the share of the loss that is left
   */
  static DepthSignal depth(
      AttentionLayer layer,
      ObservedTokens.Rows rows,
      ObservedTokens seen,
      double unexplained,
      Collective collective) {
    return Libtorch.withoutGradients(
        () -> {
          double before = norm(seen.onlyReal(rows.in()), collective);
          double change = norm(seen.onlyReal(rows.out().sub(rows.in())), collective);
          return new DepthSignal(
              Head.matrix(gram(layer.normalise(rows.out()), seen, collective)),
              cone(rows.in(), seen, collective),
              cone(rows.out(), seen, collective),
              before > 0 ? change / before : 0,
              unexplained);
        });
  }

  /** G = XᵀX / (number of real tokens), over the batches of all members. */
  static Tensor gram(Tensor tokens, ObservedTokens seen, Collective collective) {
    Tensor rows = seen.onlyReal(tokens);
    TensorVector sum = new TensorVector(rows.t().matmul(rows));
    collective.sum(sum);
    return sum.get(0).div(new Scalar(collective.sum(seen.count())));
  }

  /** The same of what the heads of a layer read, which may have been summed already. */
  private static Tensor gram(int layer, ObservedTokens seen, Collective collective) {
    return seen.grams() == null
        ? gram(seen.layers().get(layer).read(), seen, collective)
        : seen.grams().get(layer).div(new Scalar(seen.total()));
  }

  /** The norm of the rows of all members. */
  private static double norm(Tensor rows, Collective collective) {
    double norm = rows.norm().item_double();
    return collective.size() == 1 ? norm : Math.sqrt(collective.sum(norm * norm));
  }

  /** The mean cosine of the real tokens to their mean direction, over those of all members. */
  static double cone(Tensor x, ObservedTokens seen, Collective collective) {
    Tensor rows = seen.onlyReal(x);
    TensorVector sum = new TensorVector(rows.sum(0));
    collective.sum(sum);
    Tensor mean = sum.get(0);
    Tensor unit = mean.div(mean.norm().clamp_min(new Scalar(1e-12)));
    Tensor lengths = rows.mul(rows).sum(1).sqrt().clamp_min(new Scalar(1e-12));
    double cosines = rows.matmul(unit).div(lengths).sum().item_double();
    return collective.sum(cosines) / collective.sum(seen.count());
  }
}
