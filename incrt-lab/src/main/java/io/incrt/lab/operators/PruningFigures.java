package io.incrt.lab.operators;

import io.incrt.geometry.prediction.DecayEnvelope;
import io.incrt.lab.experiment.Charts;
import io.incrt.lab.experiment.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The two figures of the pruning experiment: fig:pruning_synth and fig:decay. */
final class PruningFigures {

  private PruningFigures() {}

  /** Γ_res against θ_w above, the number of born heads below. */
  static Figure energyAndHeads(PruningRun run) {
    List<Double> epochs =
        run.trace().stream()
            .map(point -> 1 + (double) point.step() / PruningTask.STEPS_PER_EPOCH)
            .toList();
    XYChart energy = Charts.xy("Residual energy", "epoch", "Γ_res");
    Charts.line(energy, "Γ_res", epochs, values(run, PruningRun.Point::residualEnergy));
    Charts.line(energy, "θ_w", epochs, values(run, PruningRun.Point::threshold));
    XYChart heads = Charts.xy("Heads born and alive", "epoch", "heads");
    Charts.line(heads, "heads", epochs, values(run, PruningRun.Point::heads))
        .setXYSeriesRenderStyle(XYSeriesRenderStyle.Step);
    return new Figure(
        "pruning-energy",
        Charts.svg("Residual energy and heads over epochs", List.of(energy, heads)));
  }

  private static List<Double> values(PruningRun run, ToDoubleFunction<PruningRun.Point> figure) {
    return run.trace().stream().map(figure::applyAsDouble).toList();
  }

  /** Γ_res after k births in both phases, against the printed and the proven envelope. */
  static Figure decay(PruningRun run, DecayEnvelope envelope) {
    XYChart chart = Charts.xy("Decay of the residual energy", "births k", "Γ_res");
    int most = Math.max(run.decay(false).size(), run.decay(true).size());
    List<Double> births = new ArrayList<>();
    List<Double> printed = new ArrayList<>();
    List<Double> proven = new ArrayList<>();
    for (int k = 0; k < most; k++) {
      births.add((double) k);
      printed.add(envelope.paper(k));
      proven.add(envelope.proven(k));
    }
    points(chart, "phase 1", run.decay(false), SeriesMarkers.CIRCLE);
    points(chart, "phase 2", run.decay(true), SeriesMarkers.CROSS);
    Charts.line(chart, "Γ₀ρᵏ as printed", births, printed);
    Charts.line(chart, "√(Γ₀² − kδ₀²)", births, proven);
    return new Figure(
        "pruning-decay", Charts.svg("Residual energy after k births", List.of(chart)));
  }

  private static void points(XYChart chart, String name, List<Double> values, Marker marker) {
    List<Double> births = new ArrayList<>();
    for (int k = 0; k < values.size(); k++) {
      births.add((double) k);
    }
    if (!values.isEmpty()) {
      Charts.line(chart, name, births, values)
          .setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter)
          .setMarker(marker);
    }
  }
}
