package io.incrt.cli;

import io.incrt.cli.console.ProgressLine;
import io.incrt.data.cache.CacheProgress;
import io.incrt.event.GrowthEvent;
import io.incrt.event.Validation;
import io.incrt.folder.Architecture;
import io.incrt.geometry.growth.LayerMeasurement;
import io.incrt.report.EventWords;
import io.incrt.train.RunListener;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Shows the progress of a run on standard error: a line that is overwritten on a terminal,
 * elsewhere a line at every validation.
 */
final class Narrator implements RunListener {

  private final PrintWriter err;
  private final ProgressLine line;
  private long startedAt = System.nanoTime();
  private long steps;
  private long first = -1;
  private double lastScore = Double.NaN;
  private double lossSum;
  private long losses;
  private double left = Double.NaN;
  private Architecture architecture;
  private ReadingLine reading;
  private String energy = "";
  private boolean settled;

  Narrator(PrintWriter err) {
    this.err = err;
    this.line = new ProgressLine(err);
  }

  void clear() {
    line.clear();
  }

  @Override
  public void reading(CacheProgress.At at) {
    reading = reading == null ? new ReadingLine(err, line) : reading;
    reading.show(at);
  }

  @Override
  public void started(long total) {
    steps = total;
    startedAt = System.nanoTime();
  }

  @Override
  public void stepped(Step step) {
    first = first < 0 ? step.number() - 1 : first;
    lossSum += step.loss();
    losses++;
    architecture = step.architecture();
    if (!step.check().isEmpty()) {
      LayerMeasurement top = step.check().get(step.check().size() - 1);
      energy =
          String.format(
              Locale.ROOT,
              "%.2f",
              top.threshold() > 0 ? top.residualEnergy() / top.threshold() : 0);
    }
    if (step.architecture().layers().isEmpty()) {
      energy = "–";
    }
    double seconds = (System.nanoTime() - startedAt) / 1e9;
    left = seconds / (step.number() - first) * (steps - step.number());
    line.show(
        String.format(
            Locale.ROOT,
            "step %d/%d  loss %.3f  valid %s  %s  Γ_res/θ_w %s  %.0f s left",
            step.number(),
            steps,
            step.loss(),
            Double.isNaN(lastScore) ? "–" : String.format(Locale.ROOT, "%.3f", lastScore),
            describe(step.architecture()),
            energy,
            left));
  }

  @Override
  public void grew(GrowthEvent event) {
    line.clear();
    String why = EventWords.why(event);
    err.println(
        "step "
            + event.step()
            + ": "
            + EventWords.what(event)
            + (event instanceof GrowthEvent.Settled && settled ? " again" : "")
            + (why.isEmpty() ? "" : " (" + why + ")"));
    settled |= event instanceof GrowthEvent.Settled;
  }

  @Override
  public void validated(Validation validation, double score) {
    lastScore = score;
    if (!line.isLive()) {
      err.printf(
          Locale.ROOT,
          "step %d/%d  loss %.3f  valid %.3f%s  %s  %.0f s left%n",
          validation.step(),
          steps,
          lossSum / losses,
          score,
          validation.best() ? " (best)" : "",
          describe(architecture),
          left);
      err.flush();
    }
    lossSum = 0;
    losses = 0;
  }

  @Override
  public void remarked(String remark) {
    line.clear();
    err.println(remark);
  }

  /** Every layer's heads by their key dimensions, as "3 heads: 6, 6, 4". */
  private static String describe(Architecture architecture) {
    if (architecture.layers().isEmpty()) {
      return "no head";
    }
    return architecture.layers().stream()
        .map(
            layer ->
                layer.heads().size()
                    + (layer.heads().size() == 1 ? " head: " : " heads: ")
                    + layer.heads().stream()
                        .map(head -> String.valueOf(head.dimensions()))
                        .collect(Collectors.joining(", ")))
        .collect(Collectors.joining("; "));
  }
}
