package io.incrt.lab.operators;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.LayerMeasurement;
import io.incrt.geometry.homeostat.Homeostat;
import io.incrt.geometry.homeostat.LayerObservation.GivenOperator;
import io.incrt.geometry.homeostat.Verdict;
import io.incrt.geometry.policy.HomeostatSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The pruning experiment under one policy.
 *
 * @param policy the policy in words
 * @param grown heads born before the shift
 * @param pruned heads of before the shift that were pruned after it
 * @param regrown heads born after the shift
 * @param alignment how well each captured direction lies on its axis
 * @param events every birth, pruning and settling with its step
 * @param residualEnergyPhase1 Γ_res when it last settled before the shift, null if it did not
 * @param residualEnergyPhase2 Γ_res when it last settled after the shift, null if it did not
 * @param trace Γ_res and the head count at every check
 */
record PruningRun(
    String policy,
    int grown,
    int pruned,
    int regrown,
    List<Alignment> alignment,
    List<Event> events,
    Double residualEnergyPhase1,
    Double residualEnergyPhase2,
    @JsonIgnore List<Point> trace) {

  /** One captured direction against the axis it lies closest to, 1 for e₁. */
  record Alignment(int head, int axis, double cosine) {}

  /** One event; {@code head} is −1 for a settling. */
  record Event(
      long step,
      int epoch,
      String event,
      int head,
      double residualEnergy,
      double threshold,
      double lambdaMax,
      double lambdaMin,
      double certificate) {}

  /** One point of the trace. */
  record Point(long step, double residualEnergy, double threshold, int heads) {}

  /** Runs the task under settings. */
  static PruningRun of(String policy, HomeostatSettings settings, long seed) {
    PruningTask task = new PruningTask(seed);
    Homeostat homeostat = new Homeostat(PruningTask.DIMENSION, settings.withSeed(seed));
    List<Alignment> alignment = new ArrayList<>();
    List<Event> events = new ArrayList<>();
    List<Point> trace = new ArrayList<>();
    List<Integer> old = new ArrayList<>();
    int pruned = 0;
    int regrown = 0;
    Double[] settled = new Double[2];
    for (long step = 0; step < PruningTask.STEPS; step++) {
      boolean shifted = step >= PruningTask.SHIFT_STEP;
      Verdict verdict = homeostat.observe(step, List.of(new GivenOperator(0, task.at(step))));
      for (Decision decision : verdict.decisions()) {
        if (decision instanceof Decision.GiveBirth birth) {
          birth.captured().forEach(axis -> alignment.add(aligned(birth.head(), axis)));
          events.add(event(step, "birth", birth.head(), birth.before()));
          if (shifted) {
            regrown++;
          } else {
            old.add(birth.head());
          }
        } else if (decision instanceof Decision.Prune prune) {
          events.add(event(step, "prune", prune.head(), prune.before()));
          pruned += shifted && old.contains(prune.head()) ? 1 : 0;
        } else if (decision instanceof Decision.Settled) {
          events.add(event(step, "settled", -1, verdict.measurements().get(0)));
          settled[shifted ? 1 : 0] = verdict.measurements().get(0).residualEnergy();
        }
      }
      int heads = homeostat.heads().get(0).size() - 1;
      for (LayerMeasurement layer : verdict.measurements()) {
        trace.add(new Point(step, layer.residualEnergy(), layer.threshold(), heads));
      }
    }
    return new PruningRun(
        policy, old.size(), pruned, regrown, alignment, events, settled[0], settled[1], trace);
  }

  private static Alignment aligned(int head, DoubleArray direction) {
    double[] values = direction.values();
    int axis = 0;
    for (int i = 1; i < values.length; i++) {
      axis = Math.abs(values[i]) > Math.abs(values[axis]) ? i : axis;
    }
    return new Alignment(head, axis + 1, Math.abs(values[axis]));
  }

  private static Event event(long step, String kind, int head, LayerMeasurement layer) {
    return new Event(
        step,
        1 + (int) (step / PruningTask.STEPS_PER_EPOCH),
        kind,
        head,
        layer.residualEnergy(),
        layer.threshold(),
        layer.lambdaMax(),
        layer.lambdaMin(),
        Math.max(layer.certificatePlus(), layer.certificateMinus()));
  }

  /** The least alignment of all captured directions; 0 if none was captured. */
  double worstAlignment() {
    return alignment.stream().mapToDouble(Alignment::cosine).min().orElse(0);
  }

  /** Γ_res after k = 0, 1, … births of one phase, from the measurements the births were made on. */
  List<Double> decay(boolean shifted) {
    List<Event> births = events.stream().filter(e -> e.event().equals("birth")).toList();
    Stream<Double> before =
        births.stream()
            .filter(e -> e.step() >= PruningTask.SHIFT_STEP == shifted)
            .map(Event::residualEnergy);
    Double end = shifted ? residualEnergyPhase2 : residualEnergyPhase1;
    return Stream.concat(before, Stream.ofNullable(end)).toList();
  }

  /** Whether it grew, pruned and regrew as many heads as the paper says, all on their axes. */
  boolean asPrinted() {
    return grown == 3 && pruned == 3 && regrown == 3 && worstAlignment() >= 0.99;
  }
}
