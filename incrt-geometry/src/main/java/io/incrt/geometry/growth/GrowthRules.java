package io.incrt.geometry.growth;

import io.incrt.geometry.policy.Criterion;
import io.incrt.geometry.policy.HomeostatSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** The registered growth rules, in the order in which they are asked. */
public final class GrowthRules {

  private static final List<Registered> ALL =
      List.of(
          new Registered(settings -> settings.evidence().enabled(), EvidenceRule::new),
          new Registered(settings -> grows(settings, Criterion.ENERGY), EnergyRule::new),
          new Registered(settings -> grows(settings, Criterion.SPECTRAL), SpectralRule::new),
          new Registered(settings -> !settings.evidence().enabled(), PruneRule::new),
          new Registered(settings -> settings.dimensions().enabled(), DimensionRule::new),
          new Registered(
              settings -> settings.depth().enabled() && !settings.evidence().enabled(),
              DepthRule::new));

  /**
   * A registered rule.
   *
   * @param applies whether settings ask for it
   * @param make creates the rule, without state
   */
  private record Registered(
      Predicate<HomeostatSettings> applies, Function<HomeostatSettings, GrowthRule> make) {}

  private GrowthRules() {}

  private static boolean grows(HomeostatSettings settings, Criterion criterion) {
    return settings.width().criterion() == criterion && !settings.evidence().enabled();
  }

  /** New rules as the settings ask for, for one Homeostat only, since rules have state. */
  public static List<GrowthRule> of(HomeostatSettings settings) {
    return ALL.stream()
        .filter(rule -> rule.applies().test(settings))
        .map(rule -> rule.make().apply(settings))
        .toList();
  }

  /**
   * The type of each rule's state by the rule's name, whatever the settings, for mappers that write
   * and read a {@code HomeostatState}.
   */
  public static Map<String, Class<? extends RuleState>> stateTypes() {
    Map<String, Class<? extends RuleState>> types = new LinkedHashMap<>();
    for (Registered registered : ALL) {
      GrowthRule rule = registered.make().apply(HomeostatSettings.defaults());
      rule.state().ifPresent(state -> types.put(rule.name(), state.getClass()));
    }
    return types;
  }

  /** Refuses rules with the same name. */
  public static List<GrowthRule> requireDistinct(List<GrowthRule> rules) {
    List<String> names = rules.stream().map(GrowthRule::name).toList();
    if (names.stream().distinct().count() < names.size()) {
      throw new IllegalArgumentException(
          "every rule needs a name of its own, but these are " + names);
    }
    return List.copyOf(rules);
  }

  /** The states of the rules, by name. */
  public static Map<String, RuleState> states(List<GrowthRule> rules) {
    Map<String, RuleState> states = new LinkedHashMap<>();
    rules.forEach(rule -> rule.state().ifPresent(state -> states.put(rule.name(), state)));
    return states;
  }

  /**
   * Restores the states of the rules. A rule without one starts anew; a state without a rule is
   * refused, since it would be lost silently.
   */
  public static void resume(List<GrowthRule> rules, Map<String, RuleState> states) {
    List<String> names = rules.stream().map(GrowthRule::name).toList();
    if (!names.containsAll(states.keySet())) {
      throw new IllegalArgumentException(
          "the state remembers for the rules " + states.keySet() + ", but there are " + names);
    }
    for (GrowthRule rule : rules) {
      RuleState state = states.get(rule.name());
      if (state == null) {
        continue;
      }
      if (rule.state().filter(own -> own.getClass() == state.getClass()).isEmpty()) {
        throw new IllegalArgumentException(
            "the rule " + rule.name() + " cannot go on from a " + state.getClass().getName());
      }
      rule.resume(state);
    }
  }
}
