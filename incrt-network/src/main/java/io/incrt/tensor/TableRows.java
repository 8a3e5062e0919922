package io.incrt.tensor;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Some rows of a table, copied out of it for one step with what the optimizer keeps of them: a
 * large table is read and written at the cost of these rows.
 *
 * @param table the table, which is updated by rows
 * @param numbers which rows, each once
 * @param values a copy of them that gradients are taken of, [rows, c]
 * @param packed a copy of them as {@link Parameter#packed} has them
 */
public record TableRows(Parameter table, Tensor numbers, Tensor values, Tensor packed) {

  /** Copies rows out of a table. */
  public static TableRows of(Parameter table, Tensor numbers) {
    Tensor packed = table.packed().index_select(0, numbers);
    Tensor values = packed.narrow(1, 0, table.value().size(1)).contiguous().requires_grad_(true);
    return new TableRows(table, numbers, values, packed);
  }

  /** Their values, to be changed in place, [rows, c]. */
  public Tensor updated() {
    return part(0, values.size(1));
  }

  /** Their first moments, to be changed in place, [rows, c]. */
  public Tensor first() {
    return part(1, values.size(1));
  }

  /** Their second moments, to be changed in place, [rows, c]. */
  public Tensor second() {
    return part(2, values.size(1));
  }

  /** How often each has been updated, to be changed in place, [rows, 1]. */
  public Tensor steps() {
    return part(3, 1);
  }

  private Tensor part(int place, long columns) {
    return packed.narrow(1, place * values.size(1), columns);
  }

  /** Puts the rows back as they were changed. */
  public void store() {
    // libtorch copies row by row one number at a time: as few of them as there can be.
    table
        .packed()
        .view(torch.ScalarType.ComplexDouble)
        .index_copy_(0, numbers, packed.view(torch.ScalarType.ComplexDouble));
  }
}
