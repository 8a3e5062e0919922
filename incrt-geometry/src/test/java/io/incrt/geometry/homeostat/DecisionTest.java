package io.incrt.geometry.homeostat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.geometry.RandomMatrices;
import io.incrt.geometry.Seeded;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.LayerMeasurement;
import io.incrt.geometry.homeostat.LayerObservation.GivenOperator;
import io.incrt.geometry.policy.Criterion;
import io.incrt.geometry.policy.DepthPolicy;
import io.incrt.geometry.policy.DepthPolicyBuilder;
import io.incrt.geometry.policy.DimensionPolicy;
import io.incrt.geometry.policy.DimensionPolicyBuilder;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.geometry.policy.WidthPolicy;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class DecisionTest {

  /** Checks the reason of a decision and gives the rule that must have made it. */
  private record Reasoned(HomeostatSettings settings) implements Decision.Visitor<String> {

    @Override
    public String giveBirth(Decision.GiveBirth birth) {
      LayerMeasurement before = birth.before();
      boolean energy = settings.width().criterion() == Criterion.ENERGY;
      double end = settings.width().testedEnd(before.lambdaMax(), before.lambdaMin());
      assertEquals(energy ? before.residualEnergy() : end, birth.reason().value());
      assertEquals(before.threshold(), birth.reason().threshold());
      assertTrue(birth.reason().value() > birth.reason().threshold());
      return energy ? "energy" : "spectral";
    }

    @Override
    public String prune(Decision.Prune prune) {
      assertEquals(prune.energy(), prune.reason().value());
      assertEquals(prune.before().pruneThreshold(), prune.reason().threshold());
      assertTrue(prune.reason().value() < prune.reason().threshold());
      return "pruning";
    }

    @Override
    public String addDimension(Decision.AddDimension widened) {
      assertEquals(widened.uncapturedShare(), widened.reason().value());
      assertEquals(settings.dimensions().tau(), widened.reason().threshold());
      assertTrue(widened.reason().value() > widened.reason().threshold());
      return "dimensions";
    }

    @Override
    public String addLayer(Decision.AddLayer added) {
      assertEquals(added.measured().unexplained(), added.reason().value());
      assertEquals(settings.depth().minUnexplained(), added.reason().threshold());
      assertTrue(added.reason().value() >= added.reason().threshold());
      return "depth";
    }

    @Override
    public String removeLayer(Decision.RemoveLayer removed) {
      assertEquals(removed.relativeChange(), removed.reason().value());
      assertEquals(settings.depth().minChange(), removed.reason().threshold());
      assertTrue(removed.reason().value() < removed.reason().threshold());
      return "depth";
    }

    @Override
    public String removePart(Decision.RemovePart removed) {
      assertEquals(removed.worth().mean(), removed.reason().value());
      assertTrue(removed.reason().value() < removed.reason().threshold());
      return "evidence";
    }

    @Override
    public String settled(Decision.Settled settled) {
      assertEquals(1, settled.reason().threshold());
      assertTrue(settled.reason().value() <= 1 + WidthPolicy.ROUNDING, settled.toString());
      return "settled";
    }
  }

  /** All decisions of a network that grows and shrinks at every level, and of a jump. */
  private static List<Decision> eventful(HomeostatSettings settings, Random random) {
    DMatrixRMaj gram = RandomMatrices.gram(10, 30, random);
    Puppet puppet = new Puppet(new Homeostat(10, settings), gram, random);
    puppet.signal = new DepthSignal(RandomMatrices.gram(10, 30, random), 0.2, 0.5, 0.4, 0.8);
    puppet.signalAbove = new DepthSignal(CommonOps_DDRM.identity(10), 0.5, 0.5, 0.001, 0.8);
    puppet.train(4000);
    Homeostat jumping = new Homeostat(8, settings);
    List<Decision> decisions = new ArrayList<>(puppet.log);
    for (long step = 0; step < 2400; step++) {
      DMatrixRMaj b =
          step < 800
              ? CommonOps_DDRM.diag(5, -5, 0, 0, 0, 0, 0, 0)
              : CommonOps_DDRM.diag(0, 0, 0, 0, 0, 0, 5, -5);
      decisions.addAll(jumping.observe(step, List.of(new GivenOperator(0, b))).decisions());
    }
    return decisions;
  }

  @Test
  void everyDecisionSaysWhichFigureStoodOnWhichSideOfWhichThreshold(Random random) {
    DimensionPolicy dimensions =
        DimensionPolicyBuilder.builder().enabled(true).tau(0.3).maxDimensions(8).dwell(50).build();
    DepthPolicy depth =
        DepthPolicyBuilder.builder()
            .enabled(true)
            .tau(0)
            .minConeShift(0)
            .minChange(0.05)
            .minUnexplained(0.5)
            .minGain(0.1)
            .minProgress(0.25)
            .idleAfter(300)
            .dwell(200)
            .maxLayers(2)
            .build();
    for (HomeostatSettings preset :
        List.of(HomeostatSettings.defaults(), HomeostatSettings.paper())) {
      HomeostatSettings settings = preset.withDimensions(dimensions).withDepth(depth);
      Reasoned reasoned = new Reasoned(settings);
      Set<Class<?>> kinds = new HashSet<>();
      for (Decision decision : eventful(settings, random)) {
        assertEquals(decision.accept(reasoned), decision.reason().rule());
        kinds.add(decision.getClass());
      }
      Set<Class<?>> expected = new HashSet<>(Set.of(Decision.class.getPermittedSubclasses()));
      // Only evidence removes parts that are no heads: EvidenceRuleTest.
      expected.remove(Decision.RemovePart.class);
      assertEquals(expected, kinds, "no kind is missing");
    }
  }

  @Test
  void theVisitorHasOneCaseForEveryKindOfDecision() {
    Set<String> kinds =
        Arrays.stream(Decision.class.getPermittedSubclasses())
            .map(Class::getSimpleName)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> cases =
        Arrays.stream(Decision.Visitor.class.getMethods())
            .map(DecisionTest::onlyParameter)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(kinds, cases);
    assertEquals(kinds.size(), Decision.Visitor.class.getMethods().length);
  }

  private static String onlyParameter(Method method) {
    return method.getParameterTypes()[0].getSimpleName();
  }
}
