package io.incrt.train;

import io.incrt.tensor.Foreach;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import java.util.ArrayList;
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
   * @param clip the most the norm of all gradients together may be
   */
  public AdamW(double weightDecay, double clip) {
    this.weightDecay = weightDecay;
    this.clip = clip;
  }

  /**
   * Parameters with their gradients.
   *
   * @param decays whether weight decay applies to them
   * @param gradients a list of one gradient a parameter, each laid out in memory as {@link #asRows}
   *     of the parameter
   * @param whole tensors with the same numbers, for their norm
   */
  public record Share(
      List<Parameter> parameters, boolean decays, IValue gradients, TensorVector whole) {}

  /**
   * A share's parameters as lists for the kernel. They are the same from step to step until
   * surgery, and making them takes longer than a small network's update.
   */
  private record Lists(IValue values, IValue first, IValue second, IValue steps) {

    static Lists of(List<Parameter> parameters) {
      return new Lists(
          kept(parameters, Parameter::value),
          kept(parameters, Parameter::first),
          kept(parameters, Parameter::second),
          kept(parameters, Parameter::steps));
    }

    private static IValue kept(List<Parameter> parameters, Function<Parameter, Tensor> part) {
      TensorVector tensors = new TensorVector();
      parameters.forEach(parameter -> tensors.push_back(asRows(part.apply(parameter).detach())));
      return Libtorch.keep(Foreach.list(tensors));
    }

    void release() {
      List.of(values, first, second, steps).forEach(IValue::close);
    }
  }

  /**
   * A matrix whose columns lie one after the other in memory as one whose rows do; others as is.
   */
  public static Tensor asRows(Tensor tensor) {
    return isOfColumns(tensor) ? tensor.t() : tensor;
  }

  private static boolean isOfColumns(Tensor tensor) {
    return tensor.dim() == 2 && tensor.stride(0) == 1 && tensor.stride(1) == tensor.size(0);
  }

  /** One update. The gradients found are in the order of {@code parameters}. */
  public void step(List<Parameter> parameters, TensorVector found, double learningRate) {
    step(shares(parameters, found), learningRate);
  }

  /** Gradients of single parameters, in their order; there may be more than parameters. */
  static List<Share> shares(List<Parameter> parameters, TensorVector found) {
    List<Share> shares = new ArrayList<>();
    for (boolean decays : new boolean[] {true, false}) {
      List<Parameter> own = new ArrayList<>();
      TensorVector gradients = new TensorVector();
      for (int i = 0; i < parameters.size(); i++) {
        if (parameters.get(i).decays() == decays) {
          own.add(parameters.get(i));
          gradients.push_back(laidOutAs(parameters.get(i).value(), found.get(i)));
        }
      }
      if (!own.isEmpty()) {
        shares.add(new Share(own, decays, Foreach.list(gradients), gradients));
      }
    }
    return shares;
  }

  /**
   * A gradient laid out in memory as its parameter is. The kernels go through both as through lists
   * of numbers, whatever their strides: a gradient that is part of a larger tensor would be read
   * wrongly, and nothing would say so.
   */
  private static Tensor laidOutAs(Tensor value, Tensor gradient) {
    boolean same = true;
    for (int side = 0; side < value.dim(); side++) {
      same &= value.size(side) == 1 || value.stride(side) == gradient.stride(side);
    }
    Tensor alike = same ? gradient : torch.empty_like(value).requires_grad_(false).copy_(gradient);
    return isOfColumns(value) ? alike.t() : alike;
  }

  /** One update of all parameters. */
  public void step(List<Share> shares, double learningRate) {
    List<List<Parameter>> parameters = shares.stream().map(Share::parameters).toList();
    if (!parameters.equals(known)) {
      close();
      known = parameters.stream().map(List::copyOf).toList();
      lists = known.stream().map(Lists::of).toList();
    }
    Tensor scale = clipScale(shares);
    Libtorch.withoutGradients(
        () -> {
          for (int i = 0; i < shares.size(); i++) {
            update(shares.get(i), lists.get(i), learningRate, scale);
          }
          return null;
        });
  }

  /** max(1, ‖g‖/clip), by which the kernel divides every gradient; never fetched to the host. */
  private Tensor clipScale(List<Share> shares) {
    TensorVector all = new TensorVector();
    for (Share share : shares) {
      for (long i = 0; i < share.whole.size(); i++) {
        all.push_back(share.whole.get(i));
      }
    }
    Tensor norm = torch.norm(torch.stack(Foreach.norms(Foreach.list(all))));
    return norm.div(new Scalar(clip)).clamp_min(new Scalar(1.0));
  }

  private void update(Share share, Lists lists, double learningRate, Tensor scale) {
    Foreach.addOne(lists.steps);
    Foreach.call(
        "aten::_fused_adamw_",
        "",
        lists.values,
        share.gradients,
        lists.first,
        lists.second,
        new IValue(Foreach.list()),
        lists.steps,
        new IValue(learningRate),
        new IValue(BETA1),
        new IValue(BETA2),
        new IValue(share.decays ? weightDecay : 0.0),
        new IValue(EPSILON),
        new IValue(false),
        new IValue(false),
        new IValue(scale),
        new IValue());
  }

  @Override
  public void close() {
    lists.forEach(Lists::release);
    lists = List.of();
    known = List.of();
  }
}
