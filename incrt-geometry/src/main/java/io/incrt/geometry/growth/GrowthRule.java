package io.incrt.geometry.growth;

import java.util.List;
import java.util.Optional;

/**
 * One reason to grow or prune. The {@code Homeostat} passes it every batch, asks it for decisions
 * at every check, and settles only when all rules are at rest; it knows nothing else of it. A new
 * reason is one class and one line in {@link GrowthRules}.
 *
 * <p>A rule acts on the view it is given, which returns the decision to pass on, so that the
 * Homeostat's model of the network and the decisions cannot diverge. A rule changes the view at
 * checks only.
 *
 * <p>The same batches must lead it to the same decisions, and {@link #state} must hold everything
 * its next decisions depend on, or a resumed run would grow differently.
 */
public interface GrowthRule {

  /** Its name, in the reasons of its decisions and in a {@code HomeostatState}. */
  String name();

  /** Observes a batch, after every layer has and before a check of the same batch. */
  default void see(long step, NetworkView network) {}

  /** Decides on one layer at a check, after the rules before it. */
  default List<Decision> check(long step, LayerView layer) {
    return List.of();
  }

  /**
   * Decides on the network as a whole, after every layer has been checked.
   *
   * @param quiet whether nothing was decided at this check so far, and all rules are at rest in
   *     every layer
   */
  default List<Decision> check(long step, NetworkView network, boolean quiet) {
    return List.of();
  }

  /** Whether nothing is pending in a layer; asked at a check that decided nothing there. */
  default boolean atRest(LayerView layer) {
    return true;
  }

  /**
   * Whether the architecture may settle as far as this rule goes. Asked last, when everything else
   * is at rest and the architecture is not settled yet, so it may cost an eigensolve.
   */
  default boolean atRest(NetworkView network) {
    return true;
  }

  /** Its state; empty for a rule that decides on the batch alone. */
  default Optional<RuleState> state() {
    return Optional.empty();
  }

  /**
   * Restores a state.
   *
   * @param state of the same type as {@link #state} returns
   */
  default void resume(RuleState state) {
    throw new IllegalArgumentException("the rule " + name() + " remembers nothing");
  }
}
