package io.incrt.train.update;

import io.incrt.model.Network;
import io.incrt.tensor.Foreach;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.MemoryLayout;
import io.incrt.tensor.Parameter;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/**
 * The exponential moving average of the weights, w̄ ← β w̄ + (1 − β) w after every step; it is what
 * is validated and kept, since single steps are noisy and few validation records cannot tell which
 * of them was a good one. β rises to its final value, so that the start is soon forgotten. Tables
 * that are updated by rows are not averaged: most rows stand still, and the rest move little at the
 * end.
 */
public final class WeightAverage implements AutoCloseable {

  private final double decay;
  private List<Parameter> known = List.of();
  private IValue values;
  private IValue averages;

  /**
   * An average.
   *
   * @param decay β; 0 for no average
   */
  public WeightAverage(double decay) {
    this.decay = decay;
  }

  /** Takes the weights after a step into the average. */
  public void update(Network network, long step) {
    if (decay == 0) {
      return;
    }
    List<Parameter> averaged = network.parameters().stream().filter(Parameter::isAveraged).toList();
    if (!averaged.equals(known)) {
      close();
      known = averaged;
      known.stream()
          .filter(parameter -> parameter.average() == null)
          .forEach(Parameter::startAverage);
      values = kept(Parameter::value);
      averages = kept(Parameter::average);
    }
    double share = 1 - Math.min(decay, (1.0 + step) / (10.0 + step));
    Libtorch.withoutGradients(
        () -> {
          Foreach.approach(averages, values, share);
          return null;
        });
  }

  private IValue kept(Function<Parameter, Tensor> part) {
    TensorVector tensors = new TensorVector();
    known.forEach(
        parameter -> tensors.push_back(MemoryLayout.rows(part.apply(parameter).detach())));
    return Libtorch.keep(Foreach.list(tensors));
  }

  /** Runs work on a network whose weights are the averages. */
  public static <T> T with(Network network, Supplier<T> work) {
    List<Parameter> parameters = network.parameters();
    parameters.forEach(Parameter::exchange);
    try {
      return work.get();
    } finally {
      parameters.forEach(Parameter::exchange);
    }
  }

  @Override
  public void close() {
    if (values != null) {
      values.close();
      averages.close();
      values = null;
      averages = null;
    }
    known = List.of();
  }
}
