package io.incrt.geometry.homeostat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.geometry.Motor;
import io.incrt.geometry.RandomMatrices;
import io.incrt.geometry.Seeded;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.SettledCertificate;
import io.incrt.geometry.homeostat.LayerObservation.GivenOperator;
import io.incrt.geometry.homeostat.LayerObservation.Tokens;
import io.incrt.geometry.policy.GatePolicy;
import io.incrt.geometry.policy.HomeostatSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class HomeostatTest {

  @Test
  void whatACertificateWouldSayCanBeAskedForBeforeAnythingIsSettled() {
    Homeostat homeostat = new Homeostat(3, HomeostatSettings.defaults());
    assertThrows(IllegalStateException.class, homeostat::describe);
    DMatrixRMaj b = CommonOps_DDRM.diag(3, 1, -2);
    homeostat.observe(0, List.of(new LayerObservation.GivenOperator(0, b)));
    SettledCertificate early = homeostat.describe();
    assertFalse(early.settled());
    assertEquals(Math.sqrt(14), early.layers().get(0).residualEnergy(), 1e-12);
    assertTrue(early.layers().get(0).initial().kappa() > 0);
    homeostat.observe(1, List.of(new LayerObservation.GivenOperator(0, b)));
    assertThrows(IllegalStateException.class, homeostat::describe, "step 1 is not checked");
  }

  private static List<Decision> run(Homeostat homeostat, DMatrixRMaj b, long from, long to) {
    List<Decision> decisions = new ArrayList<>();
    for (long step = from; step < to; step++) {
      decisions.addAll(homeostat.observe(step, List.of(new GivenOperator(0, b))).decisions());
    }
    return decisions;
  }

  @Test
  void anOperatorOfZeroSettlesAtOnceWithTheSeedHeadAlone() {
    Homeostat homeostat = new Homeostat(5, HomeostatSettings.defaults());
    List<Decision> decisions = run(homeostat, new DMatrixRMaj(5, 5), 0, 300);
    assertEquals(1, decisions.size());
    Decision.Settled settled = (Decision.Settled) decisions.get(0);
    assertEquals(0, settled.certificate().layers().get(0).residualEnergy());
    assertEquals(0, settled.certificate().layers().get(0).current().spectral().orElseThrow());
    assertEquals(0, settled.certificate().layers().get(0).current().paper());
  }

  @Test
  void oneAndTwoDimensionsAreHandled() {
    Homeostat one = new Homeostat(1, HomeostatSettings.defaults());
    List<Decision> decisions = run(one, CommonOps_DDRM.diag(2), 0, 500);
    Decision.GiveBirth birth = (Decision.GiveBirth) decisions.get(0);
    assertEquals(1, Math.abs(birth.plane().plus().values()[0]), 1e-15);
    assertEquals(0, birth.plane().minus().values()[0]);
    assertTrue(one.isSettled());

    Homeostat two = new Homeostat(2, HomeostatSettings.defaults());
    decisions = run(two, CommonOps_DDRM.diag(2, -2), 0, 500);
    birth = (Decision.GiveBirth) decisions.get(0);
    assertEquals(2, birth.captured().size(), "both ends carry energy");
    assertTrue(two.isSettled());
    Motor tokenMotor = Motor.of(new DMatrixRMaj(1, 1, true, 3));
    Homeostat commutator = new Homeostat(1, HomeostatSettings.defaults());
    Tokens tokens = Tokens.of(0, CommonOps_DDRM.diag(4), List.of(new HeadMotor(0, tokenMotor)));
    commutator.observe(0, List.of(tokens));
    assertTrue(commutator.isSettled(), "in one dimension every motor is zero");
  }

  @Test
  void brokenInputIsRefusedByName(Random random) {
    Homeostat homeostat = new Homeostat(3, HomeostatSettings.defaults());
    DMatrixRMaj broken = new DMatrixRMaj(3, 3);
    broken.set(2, 0, Double.POSITIVE_INFINITY);
    assertMessage(
        "layer 0: the operator B holds Infinity at row 2, column 0; every entry must be a finite"
            + " number",
        () -> homeostat.observe(0, List.of(new GivenOperator(0, broken))));
    broken.set(2, 0, Double.NaN);
    Motor motor = Motor.of(RandomMatrices.gaussian(3, 3, random));
    assertMessage(
        "layer 0: the Gram matrix G holds NaN at row 2, column 0; every entry must be a finite"
            + " number",
        () ->
            homeostat.observe(0, List.of(Tokens.of(0, broken, List.of(new HeadMotor(0, motor))))));
    DMatrixRMaj huge = CommonOps_DDRM.diag(1e200, -1e200, 0);
    assertMessage(
        "the directed energy ‖B‖ is not a finite number: the tokens or the motors have overflowed",
        () -> homeostat.observe(0, List.of(new GivenOperator(0, huge))));
    DMatrixRMaj fine = CommonOps_DDRM.diag(1, -1, 0);
    assertMessage(
        "step 0: layers [0] were expected but [1] shown",
        () -> homeostat.observe(0, List.of(new GivenOperator(1, fine))));
    assertMessage(
        "step 0, layer 0: heads of [0] were expected, in that order, but [4] shown",
        () ->
            homeostat.observe(
                0,
                List.of(
                    Tokens.of(0, CommonOps_DDRM.identity(3), List.of(new HeadMotor(4, motor))))));
    homeostat.observe(7, List.of(new GivenOperator(0, fine)));
    assertMessage(
        "steps must grow, but step 7 follows step 7",
        () -> homeostat.observe(7, List.of(new GivenOperator(0, fine))));
    assertMessage(
        "the dimension d must be at least 1 but is 0",
        () -> new Homeostat(0, HomeostatSettings.defaults()));
    assertThrows(IllegalArgumentException.class, () -> homeostat.seedPlane(3));
  }

  @Test
  void birthsWaitForTheDwell() {
    HomeostatSettings defaults = HomeostatSettings.defaults();
    // A bar low enough that one head does not do.
    Homeostat homeostat = new Homeostat(6, defaults.withWidth(defaults.width().withTau(0.1)));
    DMatrixRMaj b = CommonOps_DDRM.diag(5, -4, 3, -2, 1.5, -1.2);
    List<Decision> decisions = run(homeostat, b, 0, 1000);
    List<Long> births =
        decisions.stream()
            .filter(decision -> decision instanceof Decision.GiveBirth)
            .map(Decision::step)
            .toList();
    assertTrue(births.size() > 1, "there is more than one to wait between: " + births);
    long dwell = HomeostatSettings.defaults().width().dwell();
    assertTrue(births.get(0) >= dwell);
    for (int i = 1; i < births.size(); i++) {
      assertTrue(births.get(i) - births.get(i - 1) >= dwell);
    }
  }

  @Test
  void aChangedOperatorReopensGrowthPrunesAndSettlesAgain() {
    Homeostat homeostat = new Homeostat(8, HomeostatSettings.defaults());
    run(homeostat, CommonOps_DDRM.diag(5, -5, 0, 0, 0, 0, 0, 0), 0, 600);
    assertTrue(homeostat.isSettled());
    List<Decision> after = run(homeostat, CommonOps_DDRM.diag(0, 0, 0, 0, 0, 0, 5, -5), 600, 1800);
    assertEquals(
        List.of("GiveBirth", "Prune", "Settled"),
        after.stream().map(decision -> decision.getClass().getSimpleName()).toList());
    assertEquals(List.of(0, 2), homeostat.heads().get(0), "the seed head is never pruned");
  }

  @Test
  void aGateThatCannotConvergeIsReplacedByAnEigensolve() {
    HomeostatSettings defaults = HomeostatSettings.defaults();
    GatePolicy stuck = defaults.gate().with(gate -> gate.stepScale(1e-9).patience(150));
    Homeostat impatient = new Homeostat(4, defaults.withGate(stuck));
    List<Decision> decisions = run(impatient, CommonOps_DDRM.diag(3, 1, -1, -3), 0, 400);
    Decision.GiveBirth birth = (Decision.GiveBirth) decisions.get(0);
    assertTrue(birth.exactGate());
    assertTrue(birth.step() >= 149, "not before patience ran out, but at " + birth.step());
    assertEquals(3, birth.before().directedEnergy() / Math.sqrt(20) * 3, 1e-9);
  }

  @Test
  void anObservationThatIsRefusedChangesNothing() {
    HomeostatSettings settings =
        HomeostatSettings.defaults().withWidth(HomeostatSettings.defaults().width().withDwell(0));
    Homeostat homeostat = new Homeostat(3, settings);
    Motor motor = Motor.onPlane(new double[] {1, 0, 0}, new double[] {0, 1, 0}, 1);
    Tokens fine = Tokens.of(0, CommonOps_DDRM.diag(3, 1, 2), List.of(new HeadMotor(0, motor)));
    homeostat.observe(0, List.of(fine));
    HomeostatState before = homeostat.state();
    DMatrixRMaj broken = new DMatrixRMaj(3, 3);
    broken.set(0, 0, Double.NaN);
    assertMessage(
        "layer 0: the output Gram matrix holds NaN at row 0, column 0; every entry must be a finite"
            + " number",
        () ->
            homeostat.observe(
                50, List.of(fine.withDepth(new DepthSignal(broken, 0.1, 0.2, 0.3, 1)))));
    assertEquals(before, homeostat.state());
  }

  @Test
  void gramMatricesInSinglePrecisionAreTakenAsTheyAre(Random random) {
    DMatrixRMaj gram = RandomMatrices.gram(40, 80, random);
    for (int i = 0; i < gram.data.length; i++) {
      gram.data[i] = (float) (gram.data[i] * (1 + 1e-7 * random.nextGaussian()));
    }
    Homeostat homeostat = new Homeostat(40, HomeostatSettings.defaults());
    HeadMotor head = new HeadMotor(0, Motor.of(RandomMatrices.gaussian(40, 40, random)));
    Verdict verdict = homeostat.observe(0, List.of(Tokens.of(0, gram, List.of(head))));
    assertTrue(verdict.measurements().get(0).directedEnergy() > 0);
  }

  @Test
  void roundingDoesNotEndARunButAMatrixOfAnotherKindDoes(Random random) {
    DMatrixRMaj gram = RandomMatrices.gram(8, 80, random);
    double largest = CommonOps_DDRM.elementMaxAbs(gram);
    gram.add(1, 2, 1e-4 * largest);
    HeadMotor head = new HeadMotor(0, Motor.of(RandomMatrices.gaussian(8, 8, random)));
    Homeostat homeostat = new Homeostat(8, HomeostatSettings.defaults());
    homeostat.observe(0, List.of(Tokens.of(0, gram, List.of(head))));
    gram.add(1, 2, 0.1 * largest);
    assertThrows(
        IllegalArgumentException.class,
        () -> homeostat.observe(1, List.of(Tokens.of(0, gram, List.of(head)))));
  }

  @Test
  void afterAJumpABirthTakesTheOuterEndsThoughAProbeRestsOnOthers() {
    Homeostat homeostat = new Homeostat(6, HomeostatSettings.defaults());
    run(homeostat, CommonOps_DDRM.diag(5, -5, 1, -1, 0, 0), 0, 500);
    List<Decision> after = run(homeostat, CommonOps_DDRM.diag(0.1, -0.1, 1, -1, 5, -5), 500, 1500);
    Decision.GiveBirth birth = (Decision.GiveBirth) after.get(0);
    assertEquals(1, Math.abs(birth.plane().plus().values()[4]), 1e-9);
    assertEquals(1, Math.abs(birth.plane().minus().values()[5]), 1e-9);
    assertEquals(
        1, after.stream().filter(decision -> decision instanceof Decision.GiveBirth).count());
  }

  @Test
  void noiseAroundTheThresholdDoesNotSettleAgainAndAgain(Random random) {
    Homeostat homeostat = new Homeostat(4, HomeostatSettings.defaults());
    int settled = 0;
    // Γ_res/Γ after one plane is 0.6 ± 0.01: now below, now above the threshold.
    for (long step = 0; step < 3000; step++) {
      double rest = 0.75 * (1 + 0.02 * random.nextGaussian());
      DMatrixRMaj b = CommonOps_DDRM.diag(1, -1, rest, -rest);
      Verdict verdict = homeostat.observe(step, List.of(new GivenOperator(0, b)));
      settled += verdict.decisions().stream().anyMatch(Decision.Settled.class::isInstance) ? 1 : 0;
    }
    assertTrue(settled >= 1 && settled <= 2, "settled " + settled + " times");
  }

  private static void assertMessage(String expected, Runnable action) {
    assertEquals(expected, assertThrows(IllegalArgumentException.class, action::run).getMessage());
  }
}
