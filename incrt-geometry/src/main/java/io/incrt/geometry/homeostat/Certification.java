package io.incrt.geometry.homeostat;

import io.incrt.geometry.Spectrum;
import io.incrt.geometry.policy.WidthPolicy;
import io.incrt.geometry.prediction.HeadCountPrediction;
import java.util.ArrayList;
import java.util.List;

/** Writes down why an architecture is settled, or how far it is from that. */
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
              layer.id,
              now.residualEnergy(),
              now.threshold(),
              now.orthogonalityError(),
              now.headEnergies(),
              now.pruneThreshold(),
              layer.heads.size(),
              now.headEnergies().size(),
              HeadCountPrediction.of(
                  layer.initialSpectrum(), width, width.tau() * layer.initialEnergy()),
              HeadCountPrediction.of(spectrum, width, now.threshold())));
    }
    return new SettledCertificate(settled, step, lyapunov, certified);
  }
}
