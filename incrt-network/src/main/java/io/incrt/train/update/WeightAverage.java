package io.incrt.train.update;

import io.incrt.model.Network;
import io.incrt.tensor.Foreach;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.MemoryLayout;
import io.incrt.tensor.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/**
 * The exponential moving average of the weights, w̄ ← β w̄ + (1 − β) w after every step; it is what
 * is validated and kept, since single steps are noisy and few validation records cannot tell which
 * of them was a good one. β rises to its final value with the age of a parameter, so that its start
 * is soon forgotten. Tables that are updated by rows are not averaged: most rows stand still, and
 * the rest move little at the end.
 */
public final class WeightAverage implements AutoCloseable {

  private final double decay;
  private List<Parameter> known = List.of();
  private List<Group> groups = List.of();

  /**
   * Parameters of one age, as lists for the kernel.
   *
   * @param since the step before their first
   */
  private record Group(long since, IValue values, IValue averages) {}

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
      groups = groups(step);
    }
    Libtorch.withoutGradients(
        () -> {
          for (Group group : groups) {
            double age = step - group.since;
            double share = 1 - Math.min(decay, (1 + age) / (10 + age));
            Foreach.approach(group.averages, group.values, share);
          }
          return null;
        });
  }

  /** The parameters by how many steps they have been trained for. */
  private List<Group> groups(long step) {
    Map<Long, List<Parameter>> ages = new TreeMap<>();
    for (Parameter parameter : known) {
      long age = Math.min(step, parameter.steps().item_long() - 1);
      ages.computeIfAbsent(step - age, since -> new ArrayList<>()).add(parameter);
    }
    return ages.entrySet().stream()
        .map(
            entry ->
                new Group(
                    entry.getKey(),
                    kept(entry.getValue(), Parameter::value),
                    kept(entry.getValue(), Parameter::average)))
        .toList();
  }

  private static IValue kept(List<Parameter> parameters, Function<Parameter, Tensor> part) {
    TensorVector tensors = new TensorVector();
    parameters.forEach(
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
    for (Group group : groups) {
      group.values.close();
      group.averages.close();
    }
    groups = List.of();
    known = List.of();
  }
}
