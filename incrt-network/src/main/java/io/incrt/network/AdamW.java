package io.incrt.network;

import java.util.List;
import java.util.function.Function;
import org.bytedeco.pytorch.Dispatcher;
import org.bytedeco.pytorch.GenericList;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.OperatorHandle;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorType;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Type;
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
    GenericList all = tensors();
    for (long i = 0; i < gradients.size(); i++) {
      all.push_back(new IValue(gradients.get(i)));
    }
    IValueVector arguments = new IValueVector();
    arguments.push_back(new IValue(all));
    arguments.push_back(new IValue(new Scalar(2.0)));
    arguments.push_back(new IValue());
    Dispatcher.singleton()
        .callBoxed(
            Dispatcher.singleton().findSchemaOrThrow("aten::_foreach_norm", "Scalar"), arguments);
    Tensor norm = torch.norm(torch.stack(arguments.get(0).toTensorVector()));
    return norm.div(new Scalar(clip)).clamp_min(new Scalar(1.0));
  }

  private void update(
      List<Parameter> parameters,
      TensorVector gradients,
      boolean decays,
      double learningRate,
      Tensor scale) {
    OperatorHandle kernel = Dispatcher.singleton().findSchemaOrThrow("aten::_fused_adamw_", "");
    GenericList chosen = tensors();
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).decays() == decays) {
        chosen.push_back(new IValue(gradients.get(i)));
      }
    }
    if (chosen.empty()) {
      return;
    }
    count(list(parameters, decays, Parameter::steps));
    IValueVector arguments = new IValueVector();
    arguments.push_back(list(parameters, decays, Parameter::value));
    arguments.push_back(new IValue(chosen));
    arguments.push_back(list(parameters, decays, Parameter::first));
    arguments.push_back(list(parameters, decays, Parameter::second));
    arguments.push_back(new IValue(tensors()));
    arguments.push_back(list(parameters, decays, Parameter::steps));
    arguments.push_back(new IValue(learningRate));
    arguments.push_back(new IValue(BETA1));
    arguments.push_back(new IValue(BETA2));
    arguments.push_back(new IValue(decays ? weightDecay : 0.0));
    arguments.push_back(new IValue(EPSILON));
    arguments.push_back(new IValue(false));
    arguments.push_back(new IValue(false));
    arguments.push_back(new IValue(scale));
    arguments.push_back(new IValue());
    Dispatcher.singleton().callBoxed(kernel, arguments);
  }

  /** One more step each, all in one call: a GPU takes as long for one as for all. */
  private static void count(IValue steps) {
    IValueVector arguments = new IValueVector();
    arguments.push_back(steps);
    arguments.push_back(new IValue(new Scalar(1.0)));
    Dispatcher.singleton()
        .callBoxed(
            Dispatcher.singleton().findSchemaOrThrow("aten::_foreach_add_", "Scalar"), arguments);
  }

  private static GenericList tensors() {
    return new GenericList(new Type.TypePtr(TensorType.get()));
  }

  private static IValue list(
      List<Parameter> parameters, boolean decays, Function<Parameter, Tensor> part) {
    GenericList list = tensors();
    for (Parameter parameter : parameters) {
      if (parameter.decays() == decays) {
        list.push_back(new IValue(part.apply(parameter)));
      }
    }
    return new IValue(list);
  }
}
