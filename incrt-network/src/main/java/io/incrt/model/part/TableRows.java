package io.incrt.model.part;

import io.incrt.model.WorkingWeights;
import io.incrt.tensor.GradientGroup;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The rows of a table that a step needs, as a small table that gradients are taken of.
 *
 * @param table the whole table
 * @param numbers which rows, sorted
 * @param values these rows
 */
record TableRows(Parameter table, Tensor numbers, Tensor values) implements WorkingWeights {

  /** The rows of these numbers. */
  static TableRows of(Parameter table, Tensor wanted) {
    Tensor numbers = Libtorch.distinct(wanted);
    Tensor values = table.value().detach().index_select(0, numbers).requires_grad_(true);
    return new TableRows(table, numbers, values);
  }

  /**
   * Where a pass looks rows up.
   *
   * @param rows the whole table, or that of the step
   * @param numbers the wanted rows in it
   */
  record Chosen(Tensor rows, Tensor numbers) {}

  /** Rows by their numbers in the whole table. */
  static Chosen choose(Parameter table, Tensor wanted, Optional<WorkingWeights> step) {
    if (step.isPresent()) {
      TableRows working = (TableRows) step.get();
      return new Chosen(working.values, torch.searchsorted(working.numbers, wanted));
    }
    return new Chosen(table.value(), wanted);
  }

  @Override
  public List<Tensor> leaves() {
    return List.of(values);
  }

  @Override
  public List<GradientGroup> gradients(List<Tensor> gradients) {
    return List.of(GradientGroup.ofRows(table, numbers, gradients.get(0)));
  }
}
