package io.incrt.geometry.homeostat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.geometry.Seeded;
import io.incrt.geometry.Spectrum;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.LayerMeasurement;
import io.incrt.geometry.growth.SettledCertificate;
import io.incrt.geometry.homeostat.LayerObservation.GivenOperator;
import io.incrt.geometry.policy.Deflation;
import io.incrt.geometry.policy.GateKind;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.geometry.policy.WidthPolicy;
import io.incrt.geometry.prediction.HeadCountPrediction;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Theorem thm:homeo on random stationary streams: {@code -Dtests.streams=10000} runs the full
 * number.
 */
@ExtendWith(Seeded.class)
class HomeostaticConvergenceTest {

  private static final int STREAMS = Integer.getInteger("tests.streams", 1000);

  /** The default policy with shorter waiting times, so that ten thousand streams take minutes. */
  private static HomeostatSettings settings(long seed) {
    HomeostatSettings defaults = HomeostatSettings.defaults();
    return defaults.withWidth(defaults.width().withDwell(40).withPruneAfter(40)).withSeed(seed);
  }

  @Test
  void everyStationaryStreamEndsSufficientAndMinimal(Random random) {
    for (int i = 0; i < STREAMS; i++) {
      Streams.Shape shape = Streams.SHAPES.get(i % Streams.SHAPES.size());
      int d = 4 + random.nextInt(61);
      DMatrixRMaj b = Streams.operator(shape, d, random);
      HomeostatSettings settings = settings(random.nextLong());
      assertConverges(Run.of(b, settings), shape + " stream " + i + ", d = " + d);
    }
  }

  private static void assertConverges(Run run, String stream) {
    assertTrue(run.settled != null, stream + " did not settle");
    SettledCertificate.Layer end = run.settled.certificate().layers().get(0);
    assertTrue(
        end.residualEnergy() <= end.threshold() * (1 + WidthPolicy.ROUNDING),
        stream + " is not sufficient");
    for (double energy : end.headEnergies().values()) {
      assertTrue(energy >= end.pruneThreshold(), stream + " keeps a redundant head");
    }
    assertTrue(end.orthogonalityError() < 1e-12, stream + " lost orthogonality");
    assertEquals(0, run.prunings, stream + " dropped a direction it had captured");
    assertFalse(run.lyapunovRose, stream + ": W_t rose at a birth");
    double dropped = Double.POSITIVE_INFINITY;
    for (double energy : run.captured) {
      dropped = Math.min(dropped, energy);
    }
    int births = run.captured.size();
    if (births > 0) {
      HeadCountPrediction measured =
          new HeadCountPrediction(run.gamma0, end.threshold(), dropped, end.initial().spectral());
      assertTrue(
          births <= Math.ceil(measured.bound() * (1 + 1e-9)),
          stream + ": " + births + " births exceed the bound " + measured.bound());
    }
    assertEquals(births, end.bornHeads(), stream);
    assertEquals(births + 1, end.activeHeads(), stream);
  }

  @Test
  void withTheExactGateTheBirthsEqualTheSpectralCount(Random random) {
    for (int i = 0; i < STREAMS / 5; i++) {
      Streams.Shape shape = Streams.SHAPES.get(i % Streams.SHAPES.size());
      int d = 4 + random.nextInt(29);
      DMatrixRMaj b = Streams.operator(shape, d, random);
      HomeostatSettings settings = settings(random.nextLong());
      Deflation deflation = i % 2 == 0 ? Deflation.PLANE : Deflation.DOMINANT;
      settings =
          settings
              .withWidth(settings.width().withDeflation(deflation).withDwell(1).withPruneAfter(10))
              .withGate(settings.gate().withKind(GateKind.EXACT))
              .withCheckEvery(1);
      Run run = Run.of(b, settings);
      assertConverges(run, shape + " stream " + i);
      double theta = settings.width().tau() * run.gamma0;
      HeadCountPrediction prediction =
          HeadCountPrediction.of(Spectrum.valuesOf(b), settings.width(), theta);
      assertEquals(
          prediction.spectral().orElseThrow(),
          run.captured.size(),
          shape + " stream " + i + ", d = " + d + ", " + deflation);
      assertTrue(run.captured.size() <= Math.ceil(prediction.bound() * (1 + 1e-9)));
    }
  }

  @Test
  void thePcaGateConvergesToo(Random random) {
    for (int i = 0; i < STREAMS / 10; i++) {
      Streams.Shape shape = Streams.SHAPES.get(i % Streams.SHAPES.size());
      HomeostatSettings settings = settings(random.nextLong());
      settings =
          settings
              .withWidth(settings.width().withDeflation(Deflation.DOMINANT))
              .withGate(settings.gate().withKind(GateKind.PCA));
      int d = 4 + random.nextInt(29);
      assertConverges(Run.of(Streams.operator(shape, d, random), settings), shape + " stream " + i);
    }
  }

  /** One stationary stream, followed until it settles and for some time after. */
  private static final class Run {

    private final List<Double> captured = new ArrayList<>();
    private Decision.Settled settled;
    private int prunings;
    private boolean lyapunovRose;
    private double gamma0;

    static Run of(DMatrixRMaj b, HomeostatSettings settings) {
      Run run = new Run();
      Homeostat homeostat = new Homeostat(b.numRows, settings);
      long step = 0;
      long end = 400L * b.numRows;
      double birthAt = Double.NaN;
      double birthEnergy = 0;
      while (step < end) {
        Verdict verdict = homeostat.observe(step, List.of(new GivenOperator(0, b)));
        for (LayerMeasurement found : verdict.measurements()) {
          run.gamma0 = found.directedEnergy();
          if (!Double.isNaN(birthAt)) {
            run.lyapunovRose |= found.lyapunov() > birthAt * (1 + 1e-9);
            double left = found.residualEnergy();
            run.captured.add(Math.sqrt(Math.max(0, birthEnergy - left * left)));
            birthAt = Double.NaN;
          }
        }
        for (Decision decision : verdict.decisions()) {
          if (decision instanceof Decision.GiveBirth birth) {
            birthAt = birth.before().lyapunov();
            birthEnergy = Math.pow(birth.before().residualEnergy(), 2);
          } else if (decision instanceof Decision.Prune) {
            run.prunings++;
          } else if (decision instanceof Decision.Settled now) {
            assertTrue(run.settled == null, "settled twice on a stationary stream");
            run.settled = now;
            end = step + 3 * settings.width().pruneAfter() + 20;
          }
        }
        step++;
      }
      return run;
    }
  }
}
