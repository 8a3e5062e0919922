package io.incrt.model;

import io.incrt.tensor.Parameter;
import java.util.List;

/**
 * A removable component of a network: an attention head, a layer, a block of another type.
 *
 * <p>Every part is born without changing a single output (its last matrix is zero), can be left out
 * of a forward pass ({@link ForwardPass#without}), can be removed at any step with its optimizer
 * state ({@link Network#remove}), and reports its cost. A self-contained one is a {@link Block};
 * heads are computed by their layer, all of them in one batched product.
 */
public interface Part extends AutoCloseable {

  /** The prefix of its parameters' names, unique in the network. */
  String name();

  /** A short description for people. */
  String describe();

  /** The part that the network lists: itself, or what it is a share of. */
  default Part holder() {
    return this;
  }

  /** Every parameter, in an order that depends on its shape alone. */
  List<Parameter> parameters();

  /** Its cost on a record of that many tokens. */
  Cost cost(double tokens);

  /**
   * The cost of a part.
   *
   * @param parameters the number of trained values
   * @param flops multiplications and additions of one forward pass over one record
   */
  record Cost(long parameters, double flops) {

    /** The sum of both. */
    public Cost plus(Cost other) {
      return new Cost(parameters + other.parameters, flops + other.flops);
    }
  }

  /** Releases the parameters with their optimizer state. */
  @Override
  default void close() {
    parameters().forEach(Parameter::close);
  }
}
