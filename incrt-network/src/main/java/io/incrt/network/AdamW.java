package io.incrt.network;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
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
final class AdamW implements AutoCloseable {

  private static final double BETA1 = 0.9;
  private static final double BETA2 = 0.999;
  private static final double EPSILON = 1e-8;

  private final double weightDecay;
  private final double clip;
  private List<Parameter> known = List.of();
  private List<Group> groups = List.of();

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

  /**
   * Parameters that are updated alike, as lists for the kernel. They are the same from step to step
   * until surgery, and making them takes longer than a small network's update.
   */
  private record Group(
      boolean decays,
      List<Integer> numbers,
      IValue values,
      IValue first,
      IValue second,
      IValue steps) {

    static Group of(List<Parameter> parameters, boolean decays) {
      List<Integer> numbers = new ArrayList<>();
      for (int i = 0; i < parameters.size(); i++) {
        if (parameters.get(i).decays() == decays) {
          numbers.add(i);
        }
      }
      List<Parameter> own = numbers.stream().map(parameters::get).toList();
      return new Group(
          decays,
          numbers,
          kept(own, Parameter::value),
          kept(own, Parameter::first),
          kept(own, Parameter::second),
          kept(own, Parameter::steps));
    }

    private static IValue kept(List<Parameter> parameters, Function<Parameter, Tensor> part) {
      GenericList list = Foreach.list();
      parameters.forEach(parameter -> list.push_back(new IValue(part.apply(parameter))));
      IValue value = new IValue(list);
      value.retainReference();
      return value;
    }

    void release() {
      List.of(values, first, second, steps).forEach(IValue::close);
    }
  }

  /** One update. The gradients found are in the order of {@code parameters}. */
  void step(List<Parameter> parameters, TensorVector found, double learningRate) {
    if (!parameters.equals(known)) {
      close();
      known = List.copyOf(parameters);
      groups =
          Stream.of(true, false)
              .map(decays -> Group.of(known, decays))
              .filter(group -> !group.numbers.isEmpty())
              .toList();
    }
    List<IValue> gradients = groups.stream().map(group -> laidOut(group, found)).toList();
    Tensor scale = clipScale(gradients);
    Libtorch.withoutGradients(
        () -> {
          for (int i = 0; i < groups.size(); i++) {
            update(groups.get(i), gradients.get(i), learningRate, scale);
          }
          return null;
        });
  }

  /**
   * Gradients laid out in memory as their parameters are. The kernels go through both as through
   * lists of numbers, whatever their strides: a gradient that is part of a larger tensor would be
   * read wrongly, and nothing would say so.
   */
  private IValue laidOut(Group group, TensorVector gradients) {
    GenericList alike = Foreach.list();
    for (int i : group.numbers) {
      Tensor value = known.get(i).value();
      Tensor gradient = gradients.get(i);
      boolean same = true;
      for (int side = 0; side < value.dim(); side++) {
        same &= value.size(side) == 1 || value.stride(side) == gradient.stride(side);
      }
      alike.push_back(new IValue(same ? gradient : torch.empty_like(value).copy_(gradient)));
    }
    return new IValue(alike);
  }

  /** max(1, ‖g‖/clip), by which the kernel divides every gradient; never fetched to the host. */
  private Tensor clipScale(List<IValue> gradients) {
    TensorVector norms = new TensorVector();
    gradients.forEach(list -> norms.push_back(torch.stack(Foreach.norms(list))));
    Tensor norm = torch.norm(torch.cat(norms, 0));
    return norm.div(new Scalar(clip)).clamp_min(new Scalar(1.0));
  }

  private void update(Group group, IValue gradients, double learningRate, Tensor scale) {
    Foreach.addOne(group.steps);
    Foreach.call(
        "aten::_fused_adamw_",
        "",
        group.values,
        gradients,
        group.first,
        group.second,
        new IValue(Foreach.list()),
        group.steps,
        new IValue(learningRate),
        new IValue(BETA1),
        new IValue(BETA2),
        new IValue(group.decays ? weightDecay : 0.0),
        new IValue(EPSILON),
        new IValue(false),
        new IValue(false),
        new IValue(scale),
        new IValue());
  }

  @Override
  public void close() {
    groups.forEach(Group::release);
    groups = List.of();
    known = List.of();
  }
}
