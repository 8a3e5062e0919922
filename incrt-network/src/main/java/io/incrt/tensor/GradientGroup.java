package io.incrt.tensor;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/**
 * Parameters that are updated by one call of a kernel, with their gradients.
 *
 * @param decays whether weight decay applies to them
 * @param gradients a list of one gradient per parameter, each laid out in memory as {@link
 *     MemoryLayout#rows} of the parameter
 * @param whole tensors with the same values, to compute their norm
 * @param rows the rows of the only parameter that the gradient is of, in its order; null for all
 */
public record GradientGroup(
    List<Parameter> parameters,
    boolean decays,
    IValue gradients,
    TensorVector whole,
    TableRows rows) {

  /** Gradients of whole parameters. */
  public GradientGroup(
      List<Parameter> parameters, boolean decays, IValue gradients, TensorVector whole) {
    this(parameters, decays, gradients, whole, null);
  }

  /** The gradient of some rows of a table. */
  public static GradientGroup ofRows(TableRows rows, Tensor gradient) {
    TensorVector whole = new TensorVector(gradient);
    return new GradientGroup(
        List.of(rows.table()), rows.table().decays(), Foreach.list(whole), whole, rows);
  }

  /**
   * Gradients of single parameters: those that decay, then those that do not.
   *
   * @param gradients in the order of the parameters; there may be more of them
   */
  public static List<GradientGroup> of(List<Parameter> parameters, TensorVector gradients) {
    List<GradientGroup> groups = new ArrayList<>();
    for (boolean decays : new boolean[] {true, false}) {
      List<Parameter> members = new ArrayList<>();
      TensorVector memberGradients = new TensorVector();
      for (int i = 0; i < parameters.size(); i++) {
        if (parameters.get(i).decays() == decays) {
          members.add(parameters.get(i));
          memberGradients.push_back(MemoryLayout.like(parameters.get(i).value(), gradients.get(i)));
        }
      }
      if (!members.isEmpty()) {
        groups.add(
            new GradientGroup(members, decays, Foreach.list(memberGradients), memberGradients));
      }
    }
    return groups;
  }
}
