package io.incrt.lab.rivals;

import io.incrt.model.AttentionLayer;
import io.incrt.model.Network;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A hard concrete gate on every head of a network (Louizos, Welling and Kingma, 2018). With logit
 * a, temperature β and the stretched interval (γ, ζ):
 *
 * <pre>
 *   drawn   z = min(1, max(0, s(ζ − γ) + γ)),  s = sigmoid((log u − log(1 − u) + a)/β),  u uniform
 *   P(z ≠ 0)  = sigmoid(a − β log(−γ/ζ))
 *   fixed   z = min(1, max(0, sigmoid(a)(ζ − γ) + γ))
 * </pre>
 *
 * <p>Close it when done.
 */
final class HeadGates implements AutoCloseable {

  private static final double TEMPERATURE = 2.0 / 3;
  private static final double LOW = -0.1;
  private static final double HIGH = 1.1;

  /** Where a gate's logit starts: open, at .957. */
  private static final double OPEN = 2;

  /** What a layer's last head is multiplied by where all its gates have closed. */
  private static final double ALMOST_CLOSED = 1e-3;

  private final List<Parameter> logits = new ArrayList<>();

  /** Open gates for every head of a network, one tensor a layer. */
  HeadGates(Network network) {
    Libtorch.scoped(
        () -> {
          for (AttentionLayer layer : network.layers()) {
            Tensor open = torch.ones(1, 1, layer.heads().size(), 1).mul(new Scalar(OPEN));
            logits.add(new Parameter(layer.name() + ".gates", false, open));
          }
          return null;
        });
  }

  /** The logits, to be trained. */
  List<Parameter> parameters() {
    return logits;
  }

  /** Gates drawn from their distributions, one tensor a layer. */
  List<Tensor> draw() {
    List<Tensor> drawn = new ArrayList<>();
    for (Parameter layer : logits) {
      Tensor uniform =
          torch
              .rand_like(layer.value())
              .clamp_min(new Scalar(1e-6))
              .clamp_max(new Scalar(1 - 1e-6));
      Tensor noise = uniform.log().sub(uniform.neg().add(new Scalar(1.0)).log());
      drawn.add(stretched(noise.add(layer.value()).div(new Scalar(TEMPERATURE)).sigmoid()));
    }
    return drawn;
  }

  /** How many gates are expected to be open, all layers added up. */
  Tensor expectedOpen() {
    Tensor open = torch.zeros(1);
    for (Parameter layer : logits) {
      open =
          open.add(
              layer.value().sub(new Scalar(TEMPERATURE * Math.log(-LOW / HIGH))).sigmoid().sum());
    }
    return open;
  }

  private static Tensor stretched(Tensor probability) {
    return probability
        .mul(new Scalar(HIGH - LOW))
        .add(new Scalar(LOW))
        .clamp_min(new Scalar(0.0))
        .clamp_max(new Scalar(1.0));
  }

  /** What each head of a layer is multiplied by; one head stays where all gates have closed. */
  double[] values(int layer) {
    double[] fixed =
        Libtorch.scoped(
            () -> Libtorch.toDoubles(stretched(logits.get(layer).value().detach().sigmoid())));
    if (Arrays.stream(fixed).noneMatch(value -> value > 0)) {
      double[] all = Libtorch.scoped(() -> Libtorch.toDoubles(logits.get(layer).value().detach()));
      int last = 0;
      for (int h = 1; h < all.length; h++) {
        last = all[h] > all[last] ? h : last;
      }
      fixed[last] = ALMOST_CLOSED;
    }
    return fixed;
  }

  @Override
  public void close() {
    logits.forEach(Parameter::close);
  }
}
