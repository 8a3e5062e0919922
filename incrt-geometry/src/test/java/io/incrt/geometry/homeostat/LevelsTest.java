package io.incrt.geometry.homeostat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.geometry.CapturedBasis;
import io.incrt.geometry.HeadOperator;
import io.incrt.geometry.Motor;
import io.incrt.geometry.RandomMatrices;
import io.incrt.geometry.Seeded;
import io.incrt.geometry.Spectrum;
import io.incrt.geometry.Vectors;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.homeostat.LayerObservation.Tokens;
import io.incrt.geometry.policy.DepthPolicy;
import io.incrt.geometry.policy.HomeostatSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class LevelsTest {

  // A random output may have little outside a captured plane, but never less than this.
  private static final DepthPolicy DEPTH =
      HomeostatSettings.defaults()
          .depth()
          .with(depth -> depth.tau(0.01).minConeShift(0.02).idleAfter(300).dwell(200).maxLayers(3));

  @RepeatedTest(5)
  void aHeadGetsPlanesExactlyWhileItsResidualAsks(Random random) {
    int d = 14;
    DMatrixRMaj gram = RandomMatrices.gram(d, 40, random);
    HomeostatSettings defaults = HomeostatSettings.defaults();
    HomeostatSettings settings =
        defaults
            .withDimensions(
                defaults.dimensions().with(planes -> planes.tau(0.35).maxDimensions(10).dwell(20)))
            .withDepth(defaults.depth().withEnabled(false));
    Homeostat homeostat = new Homeostat(d, settings);
    // A head whose motor has spread over many directions, as training makes it.
    Motor spread =
        Motor.ofFactors(
            RandomMatrices.gaussian(d, 6, random), RandomMatrices.gaussian(d, 6, random));
    CapturedBasis given = new CapturedBasis(d);
    given.add(0, homeostat.seedPlane(0).plus().values());
    given.add(0, homeostat.seedPlane(0).minus().values());
    int expected = 0;
    while (given.size() < 10) {
      HeadOperator operator = new HeadOperator(gram, spread, columns(given));
      if (operator.uncapturedShare() <= 0.35) {
        break;
      }
      Spectrum spectrum = Spectrum.of(operator.residual());
      given.add(0, spectrum.maxVector());
      given.add(0, spectrum.minVector());
      expected++;
    }
    List<Decision.AddDimension> added = new ArrayList<>();
    List<HeadMotor> heads = new ArrayList<>(List.of(new HeadMotor(0, spread)));
    for (long step = 0; step < 1500; step++) {
      for (Decision decision :
          homeostat.observe(step, List.of(Tokens.of(0, gram, heads))).decisions()) {
        if (decision instanceof Decision.AddDimension dimension && dimension.head() == 0) {
          added.add(dimension);
        } else if (decision instanceof Decision.GiveBirth birth) {
          heads.add(
              new HeadMotor(
                  birth.head(),
                  Motor.onPlane(birth.plane().plus().values(), birth.plane().minus().values(), 0)));
        } else if (decision instanceof Decision.Prune prune) {
          heads.removeIf(head -> head.head() == prune.head());
        }
      }
    }
    assertTrue(expected > 0, "the case asks for planes");
    assertEquals(expected, added.size());
    for (int i = 0; i < expected; i++) {
      assertEquals(4 + 2 * i, added.get(i).dimensions());
      assertTrue(added.get(i).uncapturedShare() > 0.35);
      assertEquals(
          1, Vectors.overlap(given.column(2 + 2 * i), added.get(i).plane().plus().values()), 1e-6);
    }
    assertTrue(added.get(0).step() >= 20, "a head waits its dwell");
  }

  private static List<double[]> columns(CapturedBasis basis) {
    return basis.columnsOf(0);
  }

  /** Signals under which all conditions of level 3 hold for the bottom layer. */
  private static DepthSignal productive(DMatrixRMaj outputGram) {
    return new DepthSignal(outputGram, 0.2, 0.5, 0.4, 0.8);
  }

  private static Puppet puppet(DepthSignal signal, DMatrixRMaj gram, Random random) {
    HomeostatSettings defaults = HomeostatSettings.defaults();
    HomeostatSettings settings =
        defaults.withDepth(DEPTH).withDimensions(defaults.dimensions().withEnabled(false));
    Puppet puppet = new Puppet(new Homeostat(gram.numRows, settings), gram, random);
    puppet.signal = signal;
    // The layers above change nothing that would ask for a third.
    puppet.signalAbove = new DepthSignal(CommonOps_DDRM.identity(gram.numRows), 0.5, 0.5, 0.2, 0.8);
    return puppet;
  }

  @RepeatedTest(3)
  void aLayerIsAddedWhenAllConditionsHold(Random random) {
    DMatrixRMaj gram = RandomMatrices.gram(10, 30, random);
    Puppet puppet = puppet(productive(RandomMatrices.gram(10, 30, random)), gram, random);
    puppet.train(3000);
    assertEquals(1, puppet.count(Decision.AddLayer.class), puppet.log.toString());
    Decision.AddLayer added =
        (Decision.AddLayer)
            puppet.log.stream().filter(Decision.AddLayer.class::isInstance).findFirst().get();
    assertEquals(1, added.layer());
    assertTrue(added.measured().outputResidual() > added.measured().threshold());
    assertEquals(0.3, added.measured().coneShift(), 1e-9);
    assertTrue(puppet.homeostat.isSettled());
    assertEquals(2, puppet.homeostat.heads().size());
  }

  @RepeatedTest(3)
  void eachConditionVetoesALayerAlone(Random random) {
    DMatrixRMaj gram = RandomMatrices.gram(10, 30, random);
    DMatrixRMaj output = RandomMatrices.gram(10, 30, random);
    List<DepthSignal> vetoes =
        List.of(
            // (a) isotropic output tokens have no directed operator left.
            new DepthSignal(CommonOps_DDRM.identity(10), 0.2, 0.5, 0.4, 0.8),
            // (b) the cone index hardly moved.
            new DepthSignal(output, 0.49, 0.5, 0.4, 0.8),
            // (c) the layer changes its tokens hardly at all.
            new DepthSignal(output, 0.2, 0.5, 0.01, 0.8),
            // Most labels are explained already.
            new DepthSignal(output, 0.2, 0.5, 0.4, 0.3),
            // None are, so the layer is not productive.
            new DepthSignal(output, 0.2, 0.5, 0.4, 0.99));
    for (DepthSignal veto : vetoes) {
      Puppet puppet = puppet(veto, gram, random);
      puppet.train(2500);
      assertEquals(0, puppet.count(Decision.AddLayer.class), "vetoed by " + veto);
      assertTrue(puppet.homeostat.isSettled());
    }
  }

  @Test
  void noLayerIsAddedWhileTheNetworkMakesHeadway(Random random) {
    DMatrixRMaj gram = RandomMatrices.gram(10, 30, random);
    DMatrixRMaj output = RandomMatrices.gram(10, 30, random);
    Puppet puppet = puppet(productive(output), gram, random);
    puppet.signal = new DepthSignal(output, 0.2, 0.5, 0.4, 0.89);
    puppet.train(150);
    // A step ahead, just before the wait would have been over.
    puppet.signal = new DepthSignal(output, 0.2, 0.5, 0.4, 0.6);
    puppet.train(150);
    assertEquals(0, puppet.count(Decision.AddLayer.class), puppet.log.toString());
    puppet.train(1000);
    assertEquals(1, puppet.count(Decision.AddLayer.class), puppet.log.toString());
  }

  @Test
  void noThirdLayerIsAddedIfTheSecondExplainedNothing(Random random) {
    DMatrixRMaj gram = RandomMatrices.gram(10, 30, random);
    Puppet puppet = puppet(productive(RandomMatrices.gram(10, 30, random)), gram, random);
    puppet.signalAbove = puppet.signal;
    puppet.train(3000);
    assertEquals(1, puppet.count(Decision.AddLayer.class), puppet.log.toString());
    DepthSignal helped = new DepthSignal(puppet.signal.outputGram(), 0.2, 0.5, 0.4, 0.8 * 0.8);
    puppet.signal = helped;
    puppet.signalAbove = helped;
    puppet.train(2000);
    assertEquals(2, puppet.count(Decision.AddLayer.class), puppet.log.toString());
  }

  @Test
  void anIdleLayerIsRemovedOnceAndDoesNotComeBack(Random random) {
    DMatrixRMaj gram = RandomMatrices.gram(10, 30, random);
    Puppet puppet = puppet(productive(RandomMatrices.gram(10, 30, random)), gram, random);
    puppet.signalAbove = new DepthSignal(CommonOps_DDRM.identity(10), 0.5, 0.5, 0.001, 0.8);
    puppet.train(6000);
    assertEquals(1, puppet.count(Decision.AddLayer.class));
    assertEquals(1, puppet.count(Decision.RemoveLayer.class));
    assertEquals(List.of(0), List.copyOf(puppet.homeostat.heads().keySet()));
    assertTrue(puppet.homeostat.isSettled());
  }

  @Test
  void theOnlyLayerIsNeverRemovedHoweverIdle(Random random) {
    DMatrixRMaj gram = RandomMatrices.gram(10, 30, random);
    Puppet puppet =
        puppet(new DepthSignal(CommonOps_DDRM.identity(10), 0.5, 0.5, 0, 0.8), gram, random);
    puppet.train(2000);
    assertEquals(0, puppet.count(Decision.RemoveLayer.class));
    assertTrue(puppet.homeostat.isSettled());
    assertFalse(puppet.homeostat.heads().isEmpty());
  }
}
