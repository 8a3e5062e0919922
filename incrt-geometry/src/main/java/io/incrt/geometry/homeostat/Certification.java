package io.incrt.geometry.homeostat;

import io.incrt.geometry.Spectrum;
import io.incrt.geometry.policy.WidthPolicy;
import io.incrt.geometry.prediction.HeadCountPrediction;
import java.util.ArrayList;
import java.util.List;

/** Writes down why a settled architecture is one. */
final class Certification {

  private Certification() {}

  static SettledCertificate certify(long step, List<LayerTrack> layers, WidthPolicy width) {
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
    return new SettledCertificate(true, step, lyapunov, certified);
  }
}
