package io.incrt.geometry.homeostat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import io.incrt.geometry.RetirementRule;
import io.incrt.geometry.Seeded;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.DepthMeasurement;
import io.incrt.geometry.growth.DepthRule;
import io.incrt.geometry.growth.EvidenceRule;
import io.incrt.geometry.growth.GrowthRule;
import io.incrt.geometry.growth.GrowthRules;
import io.incrt.geometry.growth.LayerView;
import io.incrt.geometry.growth.NetworkView;
import io.incrt.geometry.growth.PruneRule;
import io.incrt.geometry.growth.Reason;
import io.incrt.geometry.growth.RuleState;
import io.incrt.geometry.homeostat.LayerObservation.GivenOperator;
import io.incrt.geometry.policy.HomeostatSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class GrowthRuleTest {

  private static final HomeostatSettings SETTINGS = HomeostatSettings.defaults();
  private static final DMatrixRMaj OPERATOR = CommonOps_DDRM.diag(5, -5, 1, -1, 0, 0);

  private static List<GrowthRule> withRetirement(int age) {
    List<GrowthRule> rules = new ArrayList<>(GrowthRules.of(SETTINGS));
    rules.add(new RetirementRule(age));
    return rules;
  }

  private static List<Decision> run(Homeostat homeostat, DMatrixRMaj b, long from, long to) {
    List<Decision> decisions = new ArrayList<>();
    for (long step = from; step < to; step++) {
      decisions.addAll(homeostat.observe(step, List.of(new GivenOperator(0, b))).decisions());
    }
    return decisions;
  }

  @Test
  void aRuleFromOutsidePrunesWhatTheOthersWouldKeep() {
    Homeostat plain = new Homeostat(6, SETTINGS);
    List<Decision> usual = run(plain, OPERATOR, 0, 1000);
    assertTrue(usual.stream().noneMatch(Decision.Prune.class::isInstance), usual.toString());
    assertTrue(plain.isSettled());

    Homeostat homeostat = new Homeostat(6, SETTINGS, withRetirement(12));
    List<Decision> decisions = run(homeostat, OPERATOR, 0, 1000);
    List<Decision.Prune> retired =
        decisions.stream()
            .filter(Decision.Prune.class::isInstance)
            .map(Decision.Prune.class::cast)
            .toList();
    assertTrue(retired.size() > 2, "heads are born again and again: " + decisions);
    for (Decision.Prune prune : retired) {
      assertEquals(new Reason(RetirementRule.NAME, 12, 12), prune.reason());
      assertTrue(prune.energy() > prune.before().pruneThreshold(), "it was strong");
    }
    assertFalse(homeostat.isSettled(), "a rule that is not at rest keeps it from settling");
  }

  @Test
  void aRuleFromOutsideGoesOnFromWhatItRemembered(Random random) throws Exception {
    ObjectMapper json = HomeostatStateTest.mapper();
    json.registerSubtypes(new NamedType(RetirementRule.State.class, RetirementRule.NAME));
    Homeostat whole = new Homeostat(6, SETTINGS, withRetirement(12));
    Homeostat interrupted = new Homeostat(6, SETTINGS, withRetirement(12));
    for (long step = 0; step < 1000; step++) {
      List<GivenOperator> batch = List.of(new GivenOperator(0, OPERATOR));
      Verdict expected = whole.observe(step, batch);
      if (random.nextInt(20) == 0) {
        String text = json.writeValueAsString(interrupted.state());
        interrupted =
            new Homeostat(json.readValue(text, HomeostatState.class), SETTINGS, withRetirement(12));
      }
      assertEquals(expected, interrupted.observe(step, batch), "step " + step);
    }
    assertEquals(whole.state(), interrupted.state());
  }

  /** Adds a layer at every check while there are fewer than three, then takes them out again. */
  private static final class UpAndDown implements GrowthRule {

    private boolean down;

    @Override
    public String name() {
      return "up and down";
    }

    @Override
    public List<Decision> check(long step, NetworkView network, boolean quiet) {
      int layers = network.layers().size();
      Reason reason = new Reason(name(), layers, 3);
      down = down || layers == 3;
      return List.of(
          down
              ? network.removeLayer(step, network.layers().get(0).id(), reason)
              : network.addLayer(step, new DepthMeasurement(0, 0, 0, 0, 0), reason));
    }
  }

  @Test
  void aRuleFromOutsideChangesTheDepthButNeverTakesTheLastLayer() {
    HomeostatSettings settings = SETTINGS.withCheckEvery(1);
    Homeostat homeostat = new Homeostat(6, settings, List.of(new UpAndDown()));
    List<Set<Integer>> seen = new ArrayList<>();
    for (long step = 0; step < 4; step++) {
      homeostat.check(step, batchFor(homeostat));
      seen.add(Set.copyOf(homeostat.heads().keySet()));
    }
    assertEquals(List.of(Set.of(0, 1), Set.of(0, 1, 2), Set.of(1, 2), Set.of(2)), seen);
    assertEquals(
        "the last layer, 2, must stay",
        assertThrows(IllegalStateException.class, () -> homeostat.check(4, batchFor(homeostat)))
            .getMessage());
  }

  private static List<GivenOperator> batchFor(Homeostat homeostat) {
    return homeostat.heads().keySet().stream()
        .map(layer -> new GivenOperator(layer, OPERATOR))
        .toList();
  }

  @Test
  void noRuleTakesTheLastHead() {
    GrowthRule greedy =
        new GrowthRule() {
          @Override
          public String name() {
            return "greedy";
          }

          @Override
          public List<Decision> check(long step, LayerView layer) {
            return List.of(layer.prune(step, 0, new Reason(name(), 1, 0)));
          }
        };
    Homeostat homeostat = new Homeostat(6, SETTINGS, List.of(greedy));
    assertEquals(
        "layer 0 must keep its last head, [0]",
        assertThrows(IllegalStateException.class, () -> homeostat.check(0, batchFor(homeostat)))
            .getMessage());
  }

  @Test
  void rulesAndMemoriesThatDoNotMatchAreRefused() {
    assertRefused(
        "every rule needs a name of its own, but these are [retirement, retirement]",
        () -> new Homeostat(6, SETTINGS, List.of(new RetirementRule(1), new RetirementRule(2))));
    HomeostatState state = new Homeostat(6, SETTINGS, withRetirement(5)).state();
    assertRefused(
        "the state remembers for the rules [pruning, depth, retirement], but there are [energy,"
            + " pruning, dimensions, depth]",
        () -> new Homeostat(state, SETTINGS));
    HomeostatState swapped = withRules(state, Map.of("depth", state.rules().get("pruning")));
    assertRefused(
        "the rule depth cannot go on from a io.incrt.geometry.growth.PruneRule$State",
        () -> new Homeostat(swapped, SETTINGS));
  }

  @Test
  void headsThatAreGoneAreForgotten() {
    HomeostatState state = new Homeostat(6, SETTINGS).state();
    HomeostatState haunted =
        withRules(state, Map.of("pruning", new PruneRule.State(Map.of(99, 3L))));
    Homeostat homeostat = new Homeostat(haunted, SETTINGS);
    assertEquals(new PruneRule.State(Map.of(99, 3L)), homeostat.state().rules().get("pruning"));
    homeostat.check(0, batchFor(homeostat));
    assertEquals(new PruneRule.State(Map.of()), homeostat.state().rules().get("pruning"));
  }

  private static HomeostatState withRules(HomeostatState state, Map<String, RuleState> rules) {
    return new HomeostatState(
        state.dimension(),
        state.step(),
        state.nextHead(),
        state.nextLayer(),
        state.settledAt(),
        rules,
        state.layers());
  }

  private static void assertRefused(String expected, Runnable action) {
    assertEquals(expected, assertThrows(IllegalArgumentException.class, action::run).getMessage());
  }

  @Test
  void theSettingsSayWhichRulesThereAreAndInWhichOrder() {
    assertEquals(List.of("energy", "pruning", "dimensions", "depth"), names(SETTINGS));
    assertEquals(List.of("spectral", "pruning"), names(HomeostatSettings.paper()));
    assertEquals(List.of("evidence"), names(HomeostatSettings.byEvidence()));
    assertEquals(
        Map.of(
            "evidence",
            EvidenceRule.State.class,
            "pruning",
            PruneRule.State.class,
            "depth",
            DepthRule.State.class),
        GrowthRules.stateTypes());
  }

  private static List<String> names(HomeostatSettings settings) {
    return GrowthRules.of(settings).stream().map(GrowthRule::name).toList();
  }

  @Test
  void aBatchThatIsToBeCheckedCannotOnlyBeSeen() {
    Homeostat homeostat = new Homeostat(6, SETTINGS, withRetirement(12));
    assertEquals(
        "a check is due at step 0: its verdict must be asked for",
        assertThrows(IllegalStateException.class, () -> homeostat.see(0, batchFor(homeostat)))
            .getMessage());
    homeostat.check(0, batchFor(homeostat));
    homeostat.see(3, batchFor(homeostat));
    HomeostatState before = homeostat.state();
    assertThrows(IllegalStateException.class, () -> homeostat.see(10, batchFor(homeostat)));
    assertEquals(before, homeostat.state(), "and nothing of it was taken in");
  }
}
