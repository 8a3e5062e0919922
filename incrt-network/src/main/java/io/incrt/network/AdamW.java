package io.incrt.network;

import java.util.List;
import java.util.function.Function;
import org.bytedeco.pytorch.GenericList;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * AdamW over parameters that keep their own moments and step counts, by libtorch's fused kernel.
 * The bundled optimizer hides its state, so heads could not keep theirs through a birth or a
 * pruning.
 */
final class AdamW {

  private static final double BETA1 = 0.9;
  private static final double BETA2 = 0.999;
  private static final double EPSILON = 1e-8;

  private final double weightDecay;
  private final double clip;

  /**
   * An optimizer.
   *
   * @param weightDecay decoupled, on parameters that decay
   * @param clip the most the norm of all gradients together may be
   */
  AdamW(double weightDecay, double clip) {
    this.weightDecay = weightDecay;
    this.clip = clip;
  }

  /** One update. The gradients found are in the order of {@code parameters}. */
  void step(List<Parameter> parameters, TensorVector found, double learningRate) {
    TensorVector gradients = laidOutAs(parameters, found);
    Tensor scale = clipScale(gradients);
    Libtorch.withoutGradients(
        () -> {
          for (boolean decays : new boolean[] {true, false}) {
            update(parameters, gradients, decays, learningRate, scale);
          }
          return null;
        });
  }

  /**
   * Gradients laid out in memory as their parameters are. The kernels go through both as through
   * lists of numbers, whatever their strides: a gradient that is part of a larger tensor would be
   * read wrongly, and nothing would say so.
   */
  private static TensorVector laidOutAs(List<Parameter> parameters, TensorVector gradients) {
    TensorVector alike = new TensorVector();
    for (int i = 0; i < parameters.size(); i++) {
      Tensor value = parameters.get(i).value();
      Tensor gradient = gradients.get(i);
      boolean same = true;
      for (int side = 0; side < value.dim(); side++) {
        same &= value.size(side) == 1 || value.stride(side) == gradient.stride(side);
      }
      alike.push_back(same ? gradient : torch.empty_like(value).copy_(gradient));
    }
    return alike;
  }

  /** max(1, ‖g‖/clip), by which the kernel divides every gradient; never fetched to the host. */
  private Tensor clipScale(TensorVector gradients) {
    Tensor norm = torch.norm(torch.stack(Foreach.norms(gradients)));
    return norm.div(new Scalar(clip)).clamp_min(new Scalar(1.0));
  }

  private void update(
      List<Parameter> parameters,
      TensorVector gradients,
      boolean decays,
      double learningRate,
      Tensor scale) {
    GenericList chosen = Foreach.list();
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).decays() == decays) {
        chosen.push_back(new IValue(gradients.get(i)));
      }
    }
    if (chosen.empty()) {
      return;
    }
    IValue steps = list(parameters, decays, Parameter::steps);
    Foreach.addOne(steps);
    Foreach.call(
        "aten::_fused_adamw_",
        "",
        list(parameters, decays, Parameter::value),
        new IValue(chosen),
        list(parameters, decays, Parameter::first),
        list(parameters, decays, Parameter::second),
        new IValue(Foreach.list()),
        steps,
        new IValue(learningRate),
        new IValue(BETA1),
        new IValue(BETA2),
        new IValue(decays ? weightDecay : 0.0),
        new IValue(EPSILON),
        new IValue(false),
        new IValue(false),
        new IValue(scale),
        new IValue());
  }

  private static IValue list(
      List<Parameter> parameters, boolean decays, Function<Parameter, Tensor> part) {
    GenericList list = Foreach.list();
    for (Parameter parameter : parameters) {
      if (parameter.decays() == decays) {
        list.push_back(new IValue(part.apply(parameter)));
      }
    }
    return new IValue(list);
  }
}
