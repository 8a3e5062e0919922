package io.incrt.geometry.homeostat;

import io.incrt.geometry.Spectrum;
import io.incrt.geometry.growth.LayerMeasurement;
import io.incrt.geometry.growth.Reason;
import io.incrt.geometry.growth.SettledCertificate;
import io.incrt.geometry.policy.Criterion;
import io.incrt.geometry.policy.WidthPolicy;
import io.incrt.geometry.prediction.HeadCountPrediction;
import java.util.ArrayList;
import java.util.List;

/** Makes the certificate of an architecture, settled or not. */
final class Certification {

  private Certification() {}

  static SettledCertificate certify(
      boolean settled, long step, List<LayerTrack> layers, WidthPolicy width) {
    List<SettledCertificate.Layer> certified = new ArrayList<>();
    double lyapunov = 0;
    for (LayerTrack layer : layers) {
      LayerMeasurement now = layer.measurement();
      lyapunov += now.lyapunov();
      double[] spectrum = Spectrum.valuesOf(layer.residual().directed().matrix());
      certified.add(
          new SettledCertificate.Layer(
              layer.id(),
              now.residualEnergy(),
              now.threshold(),
              now.orthogonalityError(),
              now.headEnergies(),
              now.pruneThreshold(),
              layer.heads().size(),
              now.headEnergies().size(),
              HeadCountPrediction.of(
                  layer.beginning().spectrum(), width, width.tau() * layer.beginning().energy()),
              HeadCountPrediction.of(spectrum, width, now.threshold())));
    }
    return new SettledCertificate(settled, step, lyapunov, certified);
  }

  /**
   * Why it is settled, in one figure: the largest ratio over all layers of what the birth criterion
   * tests to θ_w; 0 where θ_w is 0.
   */
  static Reason reason(List<LayerTrack> layers, WidthPolicy width) {
    double share =
        layers.stream()
            .map(LayerTrack::measurement)
            .mapToDouble(now -> now.threshold() > 0 ? tested(now, width) / now.threshold() : 0)
            .max()
            .orElse(0);
    return new Reason("settled", share, 1);
  }

  private static double tested(LayerMeasurement now, WidthPolicy width) {
    return width.criterion() == Criterion.ENERGY
        ? now.residualEnergy()
        : width.testedEnd(now.lambdaMax(), now.lambdaMin());
  }
}
