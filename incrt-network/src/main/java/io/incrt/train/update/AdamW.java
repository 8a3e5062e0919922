package io.incrt.train.update;

import io.incrt.tensor.Foreach;
import io.incrt.tensor.GradientGroup;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.MemoryLayout;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.TableRows;
import java.util.List;
import java.util.function.Function;
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
public final class AdamW implements AutoCloseable {

  private static final double BETA1 = 0.9;
  private static final double BETA2 = 0.999;
  private static final double EPSILON = 1e-8;

  private final double weightDecay;
  private final double clip;
  private List<List<Parameter>> known = List.of();
  private List<Lists> lists = List.of();

  /**
   * An optimizer.
   *
   * @param weightDecay decoupled, on parameters that decay
   * @param clip the most that the norm of all gradients may be
   */
  public AdamW(double weightDecay, double clip) {
    this.weightDecay = weightDecay;
    this.clip = clip;
  }

  /**
   * A group's parameters as lists for the kernel. They stay the same until surgery, and building
   * them takes longer than a small network's update.
   */
  private record Lists(IValue values, IValue first, IValue second, IValue steps) {

    /** Of a table that is updated by rows there is nothing to keep. */
    static Lists of(GradientGroup group) {
      List<Parameter> parameters = group.rows() == null ? group.parameters() : List.of();
      return new Lists(
          kept(parameters, Parameter::value),
          kept(parameters, Parameter::first),
          kept(parameters, Parameter::second),
          kept(parameters, Parameter::steps));
    }

    private static IValue kept(List<Parameter> parameters, Function<Parameter, Tensor> part) {
      TensorVector tensors = new TensorVector();
      parameters.forEach(
          parameter -> tensors.push_back(MemoryLayout.rows(part.apply(parameter).detach())));
      return Libtorch.keep(Foreach.list(tensors));
    }

    void release() {
      List.of(values, first, second, steps).forEach(IValue::close);
    }
  }

  /** One update by gradients in the order of {@code parameters}. */
  public void step(List<Parameter> parameters, TensorVector gradients, double learningRate) {
    step(GradientGroup.of(parameters, gradients), learningRate);
  }

  /** One update of all parameters. */
  public void step(List<GradientGroup> groups, double learningRate) {
    List<List<Parameter>> parameters = groups.stream().map(GradientGroup::parameters).toList();
    if (!parameters.equals(known)) {
      close();
      known = parameters.stream().map(List::copyOf).toList();
      lists = groups.stream().map(Lists::of).toList();
    }
    Tensor scale = clipScale(groups);
    Libtorch.withoutGradients(
        () -> {
          for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).rows() == null) {
              update(groups.get(i), lists.get(i), learningRate, scale);
            } else {
              updateRows(groups.get(i), learningRate, scale);
            }
          }
          return null;
        });
  }

  /** max(1, ‖g‖/clip), by which the kernel divides every gradient; never fetched to the host. */
  private Tensor clipScale(List<GradientGroup> groups) {
    TensorVector gradients = new TensorVector();
    for (GradientGroup group : groups) {
      for (long i = 0; i < group.whole().size(); i++) {
        gradients.push_back(group.whole().get(i));
      }
    }
    Tensor norm = torch.norm(torch.stack(Foreach.norms(Foreach.list(gradients))));
    return norm.div(new Scalar(clip)).clamp_min(new Scalar(1.0));
  }

  private void update(GradientGroup group, Lists lists, double learningRate, Tensor scale) {
    Foreach.addOne(lists.steps);
    Foreach.call(
        "aten::_fused_adamw_",
        "",
        lists.values,
        group.gradients(),
        lists.first,
        lists.second,
        new IValue(Foreach.list()),
        lists.steps,
        new IValue(learningRate),
        new IValue(BETA1),
        new IValue(BETA2),
        new IValue(group.decays() ? weightDecay : 0.0),
        new IValue(EPSILON),
        new IValue(false),
        new IValue(false),
        new IValue(scale),
        new IValue());
  }

  /**
   * The update of some rows of a table, at the cost of these rows: each row has its own step count,
   * and the others keep their values and moments.
   */
  private void updateRows(GradientGroup group, double learningRate, Tensor scale) {
    TableRows rows = group.rows();
    Tensor gradient = group.whole().get(0).div_(scale);
    Tensor steps = rows.steps().add_(new Scalar(1.0));
    Tensor first = rows.first().lerp_(gradient, new Scalar(1 - BETA1));
    Tensor second =
        rows.second().mul_(new Scalar(BETA2)).addcmul_(gradient, gradient, new Scalar(1 - BETA2));
    // β^t − 1, by row.
    Tensor firstBias = steps.mul(new Scalar(Math.log(BETA1))).expm1_();
    Tensor secondBias = steps.mul(new Scalar(Math.log(BETA2))).expm1_().neg_();
    Tensor spread = second.div(secondBias).sqrt_().add_(new Scalar(EPSILON)).mul_(firstBias);
    Tensor values = rows.updated();
    if (group.decays()) {
      values.mul_(new Scalar(1 - learningRate * weightDecay));
    }
    values.addcdiv_(first, spread, new Scalar(learningRate));
    rows.store();
  }

  @Override
  public void close() {
    lists.forEach(Lists::release);
    lists = List.of();
    known = List.of();
  }
}
