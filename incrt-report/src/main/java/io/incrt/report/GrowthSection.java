package io.incrt.report;

import static io.incrt.report.Html.number;

import io.incrt.event.Certificate;
import io.incrt.event.GrowthEvent;
import io.incrt.event.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** How the model grew: timeline, energies, the gate, predictions, events. */
final class GrowthSection extends Section {

  GrowthSection(ModelFiles files, StringBuilder out) {
    super(files, out);
  }

  void write() {
    if (!files.grows()) {
      return;
    }
    section("growth", "Growth");
    timeline();
    LineChart energy =
        new LineChart("What no head has captured, against the threshold", "step", "Γ_res / θ_w")
            .over(0, files.lastStep());
    LineChart gate =
        new LineChart("The gate's ends of the residual operator", "step", "λ")
            .over(0, files.lastStep());
    for (int layer : layers()) {
      energy.line(
          "layer " + layer,
          series(layer, measured -> measured.residualEnergy() / measured.threshold()));
      gate.line("λ_max, layer " + layer, series(layer, Moment.LayerMoment::lambdaMax));
      gate.line("λ_min, layer " + layer, series(layer, Moment.LayerMoment::lambdaMin));
    }
    if (!energy.isEmpty()) {
      energy.line("threshold", flat(1));
    }
    chart(energy);
    chart(gate);
    predictions();
    events();
  }

  /** The numbers of all layers that ever existed, in the order of their birth. */
  private List<Integer> layers() {
    return files.history().stream()
        .flatMap(moment -> moment.layers().stream())
        .map(Moment.LayerMoment::layer)
        .distinct()
        .toList();
  }

  private void timeline() {
    List<double[]> heads = new ArrayList<>();
    List<double[]> dimensions = new ArrayList<>();
    for (Moment moment : files.history()) {
      heads.add(new double[] {moment.step(), moment.heads()});
      dimensions.add(new double[] {moment.step(), moment.dimensions()});
    }
    LineChart timeline =
        new LineChart(
                "Heads and key dimensions. Dots are events: green for growth, orange for pruning, hollow"
                    + " for settled",
                "step",
                "count")
            .over(0, files.lastStep())
            .best((double) files.bestStep())
            .stairs("heads", heads)
            .stairs("key dimensions", dimensions);
    List<String> words = EventWords.whats(files.growth());
    for (int i = 0; i < words.size(); i++) {
      GrowthEvent event = files.growth().get(i);
      timeline.mark(
          (double) event.step(),
          EventWords.kind(event),
          "step " + event.step() + ": " + words.get(i));
    }
    chart(timeline);
  }

  /** A figure of a layer over the moments at which it was measured. */
  private List<double[]> series(int layer, Function<Moment.LayerMoment, Double> figure) {
    List<double[]> points = new ArrayList<>();
    for (Moment moment : files.history()) {
      moment.layers().stream()
          .filter(measured -> measured.layer() == layer && measured.residualEnergy() != null)
          .forEach(measured -> points.add(new double[] {moment.step(), figure.apply(measured)}));
    }
    return points;
  }

  private List<double[]> flat(double value) {
    List<Moment> history = files.history();
    return history.isEmpty()
        ? List.of()
        : List.of(
            new double[] {history.get(0).step(), value},
            new double[] {history.get(history.size() - 1).step(), value});
  }

  private void predictions() {
    List<Certificate.Layer> layers =
        files.certificate().layers().stream().filter(layer -> layer.heads() != null).toList();
    if (layers.isEmpty()) {
      return;
    }
    out.append(
        "<div class=\"scroll\"><table><caption>Heads, predicted and observed at the last certificate"
            + " (the predictions count born heads, not the seed head)</caption><thead><tr>"
            + "<th>layer</th><th>observed</th><th>born</th><th>the paper's formula</th><th>bound</th>"
            + "<th>spectral count</th></tr></thead><tbody>");
    for (Certificate.Layer layer : layers) {
      Certificate.Heads heads = layer.heads();
      row(
          layer.layer(),
          heads.observed(),
          heads.born(),
          number(heads.predictedByPaper()),
          number(heads.bound()),
          heads.spectral() == null ? "–" : heads.spectral());
    }
    out.append("</tbody></table></div>\n");
  }

  private void events() {
    if (files.growth().isEmpty()) {
      out.append("<p>Nothing was grown or pruned.</p>\n");
      return;
    }
    out.append("<details open><summary>")
        .append(many(files.growth().size(), "event"))
        .append(
            "</summary><div class=\"scroll\"><table id=\"events\"><thead><tr><th>step</th><th>event"
                + "</th><th>because</th></tr></thead><tbody>");
    List<String> words = EventWords.whats(files.growth());
    for (int i = 0; i < words.size(); i++) {
      GrowthEvent event = files.growth().get(i);
      row(number((double) event.step()), words.get(i), EventWords.why(event));
    }
    out.append("</tbody></table></div></details>\n");
  }
}
