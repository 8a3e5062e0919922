package io.incrt.geometry;

import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.GrowthRule;
import io.incrt.geometry.growth.HeadView;
import io.incrt.geometry.growth.LayerView;
import io.incrt.geometry.growth.Reason;
import io.incrt.geometry.growth.RuleState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Removes a head after so many checks, however strong it is. No network needs that: it shows what a
 * reason of one's own takes, from outside the Homeostat's package.
 */
public final class RetirementRule implements GrowthRule {

  /** Its name. */
  public static final String NAME = "retirement";

  private final int age;
  private final Map<Integer, Integer> checks = new TreeMap<>();

  /** What it remembers: how often each head was checked. */
  public record State(Map<Integer, Integer> checks) implements RuleState {
    /** Copies the map. */
    public State {
      checks = Map.copyOf(checks);
    }
  }

  /** Retires a head at its {@code age}th check. */
  public RetirementRule(int age) {
    this.age = age;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Decision> check(long step, LayerView layer) {
    List<Decision> decisions = new ArrayList<>();
    for (HeadView head : bornHeads(layer)) {
      int served = checks.merge(head.id(), 1, Integer::sum);
      if (served >= age) {
        decisions.add(layer.prune(step, head.id(), new Reason(NAME, served, age)));
        checks.remove(head.id());
      }
    }
    return decisions;
  }

  @Override
  public boolean atRest(LayerView layer) {
    return bornHeads(layer).isEmpty();
  }

  private static List<HeadView> bornHeads(LayerView layer) {
    return List.copyOf(layer.heads().subList(1, layer.heads().size()));
  }

  @Override
  public Optional<RuleState> state() {
    return Optional.of(new State(checks));
  }

  @Override
  public void resume(RuleState state) {
    checks.putAll(((State) state).checks());
  }
}
