package io.incrt.tensor;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Some rows of a table, copied out of it for one step: a large table is read and written at the
 * cost of these rows.
 *
 * @param table the table, which is updated by rows
 * @param numbers which rows, each once
 * @param values a copy of them, [rows, c]
 */
public record TableRows(Parameter table, Tensor numbers, Tensor values) {

  /** As many floats are one number of the widest type. */
  private static final int WIDE = 4;

  /** Copies rows out of a table. */
  public static TableRows of(Parameter table, Tensor numbers) {
    return new TableRows(table, numbers, table.value().detach().index_select(0, numbers));
  }

  /** A copy of their first moments, [rows, c]. */
  public Tensor first() {
    return table.first().index_select(0, numbers);
  }

  /** A copy of their second moments, [rows, c]. */
  public Tensor second() {
    return table.second().index_select(0, numbers);
  }

  /** A copy of how often each has been updated, [rows, 1]. */
  public Tensor steps() {
    return table.steps().index_select(0, numbers);
  }

  /** Puts rows back with what the optimizer keeps of them. */
  public void store(Tensor newValues, Tensor first, Tensor second, Tensor steps) {
    copy(newValues, table.value().detach());
    copy(first, table.first());
    copy(second, table.second());
    table.steps().index_copy_(0, numbers, steps);
  }

  /** libtorch copies row by row one number at a time, so these are made wide where they can be. */
  private void copy(Tensor rows, Tensor target) {
    if (rows.size(1) % WIDE == 0) {
      target
          .view(torch.ScalarType.ComplexDouble)
          .index_copy_(0, numbers, rows.view(torch.ScalarType.ComplexDouble));
    } else {
      target.index_copy_(0, numbers, rows);
    }
  }
}
