package io.incrt.geometry.homeostat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.Motor;
import io.incrt.geometry.RandomMatrices;
import io.incrt.geometry.Seeded;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.GrowthRules;
import io.incrt.geometry.growth.RuleState;
import io.incrt.geometry.homeostat.LayerObservation.GivenOperator;
import io.incrt.geometry.homeostat.LayerObservation.Tokens;
import io.incrt.geometry.policy.Deflation;
import io.incrt.geometry.policy.GateKind;
import io.incrt.geometry.policy.HomeostatSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class HomeostatStateTest {

  private static final ObjectMapper JSON = mapper();

  /** Has the record of a rule's memory named by the rule. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
  private interface NamedByRule {}

  /** A mapper that has been told what rules remember. */
  static ObjectMapper mapper() {
    ObjectMapper mapper = new ObjectMapper().addMixIn(RuleState.class, NamedByRule.class);
    GrowthRules.stateTypes()
        .forEach((rule, type) -> mapper.registerSubtypes(new NamedType(type, rule)));
    return mapper;
  }

  /** Writes the state out and reads it back. */
  private static HomeostatState throughText(HomeostatState state) throws Exception {
    return JSON.readValue(JSON.writeValueAsString(state), HomeostatState.class);
  }

  private static HomeostatSettings settings(GateKind kind, Random random) {
    HomeostatSettings defaults = HomeostatSettings.defaults();
    return defaults
        .withWidth(
            defaults
                .width()
                .withDwell(30)
                .withPruneAfter(40)
                .withDeflation(kind == GateKind.PCA ? Deflation.DOMINANT : Deflation.PLANE))
        .withGate(defaults.gate().withKind(kind))
        .withCheckEvery(7)
        .withSeed(random.nextLong());
  }

  @RepeatedTest(4)
  void aRestoredHomeostatDecidesAsTheUninterruptedOneToTheBit(Random random) throws Exception {
    for (GateKind kind : GateKind.values()) {
      HomeostatSettings settings = settings(kind, random);
      int d = 4 + random.nextInt(9);
      // Noisy, with a jump in the middle, so that there are births and prunings.
      List<DMatrixRMaj> stream = new ArrayList<>();
      DMatrixRMaj first = Streams.operator(Streams.Shape.SPIKED, d, random);
      DMatrixRMaj second = Streams.operator(Streams.Shape.SPIKED, d, random);
      for (int t = 0; t < 900; t++) {
        stream.add(t < 450 ? first : second);
      }
      Homeostat whole = new Homeostat(d, settings);
      Homeostat interrupted = new Homeostat(d, settings);
      int decisions = 0;
      for (int t = 0; t < stream.size(); t++) {
        List<GivenOperator> batch = List.of(new GivenOperator(0, stream.get(t)));
        Verdict expected = whole.observe(t, batch);
        if (random.nextInt(20) == 0) {
          interrupted = new Homeostat(throughText(interrupted.state()), settings);
        }
        assertEquals(expected, interrupted.observe(t, batch), kind + " at step " + t);
        decisions += expected.decisions().size();
      }
      assertEquals(whole.state(), interrupted.state());
      assertTrue(decisions > 1, "the stream made it decide");
    }
  }

  @RepeatedTest(3)
  void averagesMotorsAndDimensionsAreRestoredToo(Random random) throws Exception {
    int d = 9;
    HomeostatSettings settings = settings(GateKind.BIDIRECTIONAL, random);
    Homeostat whole = new Homeostat(d, settings);
    Homeostat interrupted = new Homeostat(d, settings);
    List<HeadMotor> heads = new ArrayList<>();
    heads.add(new HeadMotor(0, randomMotor(d, random)));
    for (int t = 0; t < 600; t++) {
      DMatrixRMaj gram = RandomMatrices.gram(d, 20, random);
      DepthSignal depth =
          new DepthSignal(RandomMatrices.gram(d, 20, random), 0.1, 0.11, 0.2, random.nextDouble());
      List<Tokens> batch = List.of(Tokens.of(0, gram, heads).withDepth(depth));
      Verdict expected = whole.observe(t, batch);
      if (random.nextInt(15) == 0) {
        interrupted = new Homeostat(throughText(interrupted.state()), settings);
      }
      assertEquals(expected, interrupted.observe(t, batch), "step " + t);
      for (Decision decision : expected.decisions()) {
        if (decision instanceof Decision.GiveBirth birth) {
          heads.add(new HeadMotor(birth.head(), randomMotor(d, random)));
        } else if (decision instanceof Decision.Prune prune) {
          heads.removeIf(head -> head.head() == prune.head());
        }
      }
    }
    assertEquals(whole.state(), interrupted.state());
    assertTrue(heads.size() > 1);
  }

  private static Motor randomMotor(int d, Random random) {
    return Motor.ofFactors(
        RandomMatrices.gaussian(d, 2, random), RandomMatrices.gaussian(d, 2, random));
  }

  @Test
  void aStateWhoseDirectionsAreNotOrthonormalIsRefused() {
    HomeostatSettings settings = HomeostatSettings.defaults();
    HomeostatState state = new Homeostat(3, settings).state();
    HomeostatState.Layer layer = state.layers().get(0);
    HomeostatState.Layer bent =
        new HomeostatState.Layer(
            layer.id(),
            layer.bornAt(),
            layer.lastGrowth(),
            layer.residualEnergy(),
            layer.initialEnergy(),
            layer.initialSpectrum(),
            layer.initialMotor(),
            layer.gram(),
            layer.outputGram(),
            layer.depthSignals(),
            List.of(new HomeostatState.Column(1, new DoubleArray(1, 1, 0))),
            layer.heads(),
            layer.gate());
    HomeostatState broken = new HomeostatState(3, 5, 2, 1, -1, state.rules(), List.of(bent));
    assertEquals(
        "the state's captured directions in layer 0 are not orthonormal",
        assertThrows(IllegalArgumentException.class, () -> new Homeostat(broken, settings))
            .getMessage());
  }
}
