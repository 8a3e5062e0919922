package io.incrt.model.part;

import io.incrt.model.WorkingWeights;
import io.incrt.tensor.GradientGroup;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.TableRows;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The rows of a table that a step needs, as a small table that gradients are taken of.
 *
 * @param rows these rows
 * @param places where among them what the whole step wants is
 */
record StepRows(TableRows rows, Tensor places) implements WorkingWeights {

  /** The rows of these numbers. */
  static StepRows of(Parameter table, Tensor wanted) {
    TableRows rows = TableRows.of(table, Libtorch.distinct(wanted));
    rows.values().requires_grad_(true);
    return new StepRows(rows, torch.searchsorted(rows.numbers(), wanted));
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
    if (step.isEmpty()) {
      return new Chosen(table.value(), wanted);
    }
    StepRows working = (StepRows) step.get();
    // A piece with as many records as there are is the whole step.
    boolean whole = wanted.size(0) == working.places.size(0);
    return new Chosen(
        working.rows.values(),
        whole ? working.places : torch.searchsorted(working.rows.numbers(), wanted));
  }

  @Override
  public List<Tensor> leaves() {
    return List.of(rows.values());
  }

  @Override
  public List<GradientGroup> gradients(List<Tensor> gradients) {
    return List.of(GradientGroup.ofRows(rows, gradients.get(0)));
  }
}
