package io.incrt.geometry.growth;

import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.geometry.policy.WidthPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Level 1, pruning: a head is removed once its Γ_h has been below φ_g for T_prune steps. A head
 * that owns no direction, such as a seed head, is never pruned.
 */
public final class PruneRule implements GrowthRule {

  private static final String NAME = "pruning";

  private final WidthPolicy width;
  private final Map<Integer, Long> weakSince = new TreeMap<>();

  /**
   * The state of the rule.
   *
   * @param weakSince since when Γ_h of a head has been below φ_g, by the head's number
   */
  public record State(Map<Integer, Long> weakSince) implements RuleState {
    /** Copies the map, in the order of the numbers. */
    public State {
      weakSince = Collections.unmodifiableMap(new TreeMap<>(weakSince));
    }
  }

  PruneRule(HomeostatSettings settings) {
    this.width = settings.width();
  }

  @Override
  public String name() {
    return NAME;
  }

  /**
   * Prunes the weakest overdue head and measures again, repeatedly, since one removal can
   * strengthen the others.
   */
  @Override
  public List<Decision> check(long step, LayerView layer) {
    List<Decision> decisions = new ArrayList<>();
    Optional<Integer> weakest = weakestOverdue(layer, step);
    while (weakest.isPresent() && layer.heads().size() > 1) {
      int head = weakest.get();
      LayerMeasurement now = layer.measurement();
      Reason reason = new Reason(NAME, now.headEnergies().get(head), now.pruneThreshold());
      decisions.add(layer.prune(step, head, reason));
      weakest = weakestOverdue(layer, step);
    }
    return decisions;
  }

  /**
   * Records which heads are weak, and returns the weakest of those that have been so for too long.
   */
  private Optional<Integer> weakestOverdue(LayerView layer, long step) {
    LayerMeasurement now = layer.measurement();
    Integer weakest = null;
    for (HeadView head : layer.heads()) {
      Double energy = now.headEnergies().get(head.id());
      if (energy == null || energy >= now.pruneThreshold()) {
        weakSince.remove(head.id());
        continue;
      }
      weakSince.putIfAbsent(head.id(), step);
      boolean overdue = step - weakSince.get(head.id()) >= width.pruneAfter();
      if (overdue && (weakest == null || energy < now.headEnergies().get(weakest))) {
        weakest = head.id();
      }
    }
    return Optional.ofNullable(weakest);
  }

  /** Forgets heads that have been removed, by whichever rule. */
  @Override
  public List<Decision> check(long step, NetworkView network, boolean quiet) {
    weakSince
        .keySet()
        .retainAll(
            network.layers().stream()
                .flatMap(layer -> layer.heads().stream())
                .map(HeadView::id)
                .collect(Collectors.toSet()));
    return List.of();
  }

  @Override
  public boolean atRest(LayerView layer) {
    LayerMeasurement now = layer.measurement();
    return now.weakestHead() >= now.pruneThreshold();
  }

  @Override
  public Optional<RuleState> state() {
    return Optional.of(new State(weakSince));
  }

  @Override
  public void resume(RuleState state) {
    weakSince.clear();
    weakSince.putAll(((State) state).weakSince());
  }
}
