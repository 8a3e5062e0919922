package io.incrt.model.part;

import io.incrt.model.WorkingWeights;
import io.incrt.tensor.GradientGroup;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.TableRows;
import java.util.Arrays;
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
    if (wanted.is_cpu()) {
      return onHost(table, wanted);
    }
    TableRows rows = TableRows.of(table, Libtorch.distinct(wanted));
    return new StepRows(rows, torch.searchsorted(rows.numbers(), wanted));
  }

  /** The same; sorting a few thousand numbers takes less time than asking libtorch to. */
  private static StepRows onHost(Parameter table, Tensor wanted) {
    long[] keys = Libtorch.toLongs(wanted);
    for (int i = 0; i < keys.length; i++) {
      keys[i] = keys[i] << Integer.SIZE | i;
    }
    Arrays.sort(keys);
    long[] numbers = new long[keys.length];
    long[] places = new long[keys.length];
    int distinct = 0;
    for (long key : keys) {
      long number = key >> Integer.SIZE;
      if (distinct == 0 || numbers[distinct - 1] != number) {
        numbers[distinct++] = number;
      }
      places[(int) key] = distinct - 1L;
    }
    TableRows rows = TableRows.of(table, Tensor.create(Arrays.copyOf(numbers, distinct)));
    return new StepRows(rows, Tensor.create(places).view(wanted.sizes()));
  }

  /**
   * Where a pass looks rows up.
   *
   * @param rows the whole table, or that of the step
   * @param numbers the wanted rows in it
   */
  record Chosen(Tensor rows, Tensor numbers) {}

  /** Rows by their numbers in the whole table. */
  static Chosen choose(Parameter table, Tensor wanted, Optional<StepRows> step) {
    if (step.isEmpty()) {
      return new Chosen(table.value(), wanted);
    }
    StepRows working = step.get();
    // What is as much as the whole step wants is just that.
    return wanted.size(0) == working.places.size(0)
        ? working.all()
        : new Chosen(working.rows.values(), torch.searchsorted(working.rows.numbers(), wanted));
  }

  /** All rows that the step wants, in the order in which they were asked for. */
  Chosen all() {
    return new Chosen(rows.values(), places);
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
