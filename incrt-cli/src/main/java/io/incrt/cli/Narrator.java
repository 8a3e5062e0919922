package io.incrt.cli;

import io.incrt.geometry.homeostat.Decision;
import io.incrt.geometry.homeostat.LayerMeasurement;
import io.incrt.model.Architecture;
import io.incrt.train.TrainingRun;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Tells on standard error what happens while it happens. */
final class Narrator implements TrainingRun.Listener {

  private final PrintWriter err;
  private final ProgressLine line;
  private long steps;
  private final long started = System.nanoTime();
  private long first = -1;
  private double score = Double.NaN;
  private String energy = "";

  Narrator(PrintWriter err) {
    this.err = err;
    this.line = new ProgressLine(err);
  }

  /** Notes how many steps there will be. */
  void begin(long all) {
    steps = all;
  }

  void clear() {
    line.clear();
  }

  @Override
  public void stepped(
      long step, double loss, List<LayerMeasurement> found, Architecture architecture) {
    first = first < 0 ? step - 1 : first;
    if (!found.isEmpty()) {
      LayerMeasurement top = found.get(found.size() - 1);
      energy =
          String.format(
              Locale.ROOT,
              "%.2f",
              top.threshold() > 0 ? top.residualEnergy() / top.threshold() : 0);
    }
    double seconds = (System.nanoTime() - started) / 1e9;
    double left = seconds / (step - first) * (steps - step);
    line.show(
        String.format(
            Locale.ROOT,
            "step %d/%d  loss %.3f  valid %s  %s  Γ_res/θ_w %s  %.0f s left",
            step,
            steps,
            loss,
            Double.isNaN(score) ? "–" : String.format(Locale.ROOT, "%.3f", score),
            describe(architecture),
            energy,
            left));
  }

  @Override
  public void decided(Decision decision) {
    line.clear();
    err.println("step " + decision.step() + ": " + words(decision));
  }

  private static String words(Decision decision) {
    if (decision instanceof Decision.GiveBirth birth) {
      return String.format(
          Locale.ROOT,
          "head %d born in layer %d (Γ_res %.3g > θ_w %.3g)",
          birth.head(),
          birth.layer(),
          birth.before().residualEnergy(),
          birth.before().threshold());
    } else if (decision instanceof Decision.Prune prune) {
      return String.format(
          Locale.ROOT,
          "head %d pruned from layer %d (Γ_h %.3g < φ_g %.3g)",
          prune.head(),
          prune.layer(),
          prune.energy(),
          prune.before().pruneThreshold());
    } else if (decision instanceof Decision.AddDimension widened) {
      return "head " + widened.head() + " has " + widened.dimensions() + " dimensions";
    } else if (decision instanceof Decision.AddLayer added) {
      return "layer " + added.layer() + " added";
    } else if (decision instanceof Decision.RemoveLayer removed) {
      return "layer " + removed.layer() + " removed, it was idle";
    }
    return "the architecture is settled";
  }

  @Override
  public void validated(long step, double found, boolean best) {
    score = found;
  }

  @Override
  public void remarked(String remark) {
    line.clear();
    err.println(remark);
  }

  /** Every layer's heads by their key dimensions, as "3 heads: 6, 6, 4". */
  private static String describe(Architecture architecture) {
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
