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

/** Turns a forward pass into what the Homeostat sees: Gram matrices, motors, depth signals. */
final class Observer {

  private Observer() {}

  /**
   * One observation a layer.
   *
   * @param due whether the Homeostat checks this batch; between checks it needs no single heads
   * @param unexplained the share of the loss that is left, for level 3; NaN where it does not look
   */
  static List<LayerObservation> observe(
      Network network, Network.Pass pass, Batch batch, boolean due, double unexplained) {
    return Libtorch.withoutGradients(
        () -> {
          Tensor real = batch.real();
          List<LayerObservation> observations = new ArrayList<>();
          for (int i = 0; i < network.layers().size(); i++) {
            AttentionLayer layer = network.layers().get(i);
            Network.Trace trace = pass.layers().get(i);
            DMatrixRMaj gram = matrix(AttentionLayer.gram(trace.read(), real, batch.count()));
            Tokens tokens = due ? whole(layer, gram) : between(layer, gram);
            observations.add(
                Double.isNaN(unexplained)
                    ? tokens
                    : tokens.withDepth(depth(layer, trace, real, batch.count(), unexplained)));
          }
          return observations;
        });
  }

  private static Tokens whole(AttentionLayer layer, DMatrixRMaj gram) {
    return Tokens.of(
        layer.id(),
        gram,
        layer.heads().stream().map(head -> new HeadMotor(head.id(), head.motor())).toList());
  }

  private static Tokens between(AttentionLayer layer, DMatrixRMaj gram) {
    return new Tokens(layer.id(), gram, layer.meanMotor(), List.of(), Optional.empty());
  }

  private static DepthSignal depth(
      AttentionLayer layer, Network.Trace trace, Tensor real, double count, double unexplained) {
    Tensor read = layer.normalise(trace.out());
    double before = onlyReal(trace.in().detach(), real).norm().item_double();
    double change = onlyReal(trace.out().sub(trace.in()), real).norm().item_double();
    return new DepthSignal(
        matrix(AttentionLayer.gram(read, real, count)),
        cone(trace.in(), real, count),
        cone(trace.out(), real, count),
        before > 0 ? change / before : 0,
        unexplained);
  }

  /** The tokens with padding set to zero. */
  private static Tensor onlyReal(Tensor x, Tensor real) {
    return real == null ? x : x.mul(real);
  }

  /** The mean cosine of the real tokens to their mean direction. */
  private static double cone(Tensor x, Tensor real, double count) {
    Tensor rows = onlyReal(x.detach(), real).reshape(-1, x.size(2));
    Tensor mean = rows.sum(0);
    Tensor unit = mean.div(mean.norm().clamp_min(new Scalar(1e-12)));
    Tensor lengths = rows.mul(rows).sum(1).sqrt().clamp_min(new Scalar(1e-12));
    return rows.matmul(unit).div(lengths).sum().item_double() / count;
  }

  private static DMatrixRMaj matrix(Tensor square) {
    int d = Math.toIntExact(square.size(0));
    return new DMatrixRMaj(d, d, true, Libtorch.toDoubles(square));
  }
}
