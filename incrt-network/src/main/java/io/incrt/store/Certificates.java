package io.incrt.store;

import io.incrt.geometry.homeostat.LayerMeasurement;
import io.incrt.geometry.homeostat.SettledCertificate;
import io.incrt.geometry.prediction.HeadCountPrediction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** certificate.json: why the architecture stopped changing, or that it had not. */
public final class Certificates {

  private Certificates() {}

  public static Map<String, Object> of(SettledCertificate certificate) {
    return certificate(
        certificate.settled(),
        certificate.step(),
        certificate.layers().stream().map(Certificates::layer).toList());
  }

  public static Map<String, Object> unsettled(long step, List<LayerMeasurement> found) {
    return certificate(false, step, found.stream().map(Certificates::layer).toList());
  }

  private static Map<String, Object> certificate(
      boolean settled, long step, List<Map<String, Object>> layers) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("settled", settled);
    json.put("step", step);
    json.put("layers", layers);
    return json;
  }

  private static Map<String, Object> layer(SettledCertificate.Layer layer) {
    Map<String, Object> json =
        figures(
            layer.layer(),
            layer.residualEnergy(),
            layer.threshold(),
            layer.orthogonalityError(),
            layer.headEnergies(),
            layer.pruneThreshold());
    Map<String, Object> heads = new LinkedHashMap<>();
    heads.put("observed", layer.activeHeads());
    heads.put("born", layer.bornHeads());
    heads.put("predictedByPaper", layer.initial().paper());
    heads.put("bound", layer.current().bound());
    heads.put("spectral", count(layer.current()));
    heads.put("spectralAtStart", count(layer.initial()));
    json.put("heads", heads);
    return json;
  }

  private static Integer count(HeadCountPrediction prediction) {
    return prediction.spectral().isPresent() ? prediction.spectral().getAsInt() : null;
  }

  private static Map<String, Object> layer(LayerMeasurement found) {
    return figures(
        found.layer(),
        found.residualEnergy(),
        found.threshold(),
        found.orthogonalityError(),
        found.headEnergies(),
        found.pruneThreshold());
  }

  private static Map<String, Object> figures(
      int layer,
      double residual,
      double threshold,
      double orthogonality,
      Map<Integer, Double> energies,
      double prune) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("layer", layer);
    json.put("residualEnergy", residual);
    json.put("threshold", threshold);
    json.put("orthogonalityError", orthogonality);
    json.put("headEnergies", energies);
    json.put("pruneThreshold", prune);
    return json;
  }
}
