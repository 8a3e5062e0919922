package io.incrt.bench.measure;

import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.homeostat.Decision;
import io.incrt.geometry.homeostat.Plane;
import io.incrt.model.Architecture;
import io.incrt.model.Network;
import io.incrt.model.Shape;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.train.StepClock;
import io.incrt.train.Surgery;
import io.incrt.train.Trainer;
import io.incrt.train.TrainingData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What growing costs at the moment it happens: the surgery alone, and how long a step waits. */
public final class GrowthTimes {

  private static final int CHECK_EVERY = 2;
  private static final int DWELL = 2 * CHECK_EVERY;

  private GrowthTimes() {}

  /**
   * One kind of event; medians in milliseconds.
   *
   * @param event its name
   * @param surgery changing the network
   * @param pause what the step takes longer for it, the decision included, where that is measured;
   *     otherwise the surgery
   */
  public record Event(String event, double surgery, double pause) {}

  /** Grows a network that has its heads already by as many as there are rounds. */
  public static List<Event> measure(MeasuredSteps.Size size, int rounds) {
    Libtorch.load();
    RunSettings settings =
        Settings.with(
            MeasuredSteps.sized(size),
            Map.of(
                "homeostat.tau", "0.000001",
                "homeostat.width.dwell", String.valueOf(DWELL),
                "homeostat.width.pruneAfter", "1000000",
                "homeostat.dimensions.enabled", "false",
                "homeostat.depth.enabled", "false",
                "homeostat.gate.patience", "1",
                "homeostat.checkEvery", String.valueOf(CHECK_EVERY)));
    Shape shape = MeasuredSteps.shape(size);
    Architecture architecture =
        MeasuredSteps.architecture(size.heads(), MeasuredSteps.Heads.GROWN, shape.keyDimensions());
    try (Trainer trainer =
        new Trainer(
            shape,
            TrainingData.of(MeasuredSteps.records(size)),
            settings,
            Device.CPU,
            SyntheticRun.position(shape, architecture, settings),
            SyntheticRun.PARAMETERS)) {
      List<Event> events = new ArrayList<>();
      events.add(births(trainer, rounds));
      events.addAll(surgeries(trainer.network(), rounds));
      return events;
    }
  }

  /** Every other check gives birth, so that checks with a birth and without take turns. */
  private static Event births(Trainer trainer, int rounds) {
    Map<StepClock.Phase, Double> phases = new EnumMap<>(StepClock.Phase.class);
    long[] last = {0};
    trainer.timeWith(
        phase -> {
          long now = System.nanoTime();
          phases.merge(phase, (now - last[0]) / 1e6, Double::sum);
          last[0] = now;
        });
    List<Double> surgery = new ArrayList<>();
    List<Double> withBirth = new ArrayList<>();
    List<Double> without = new ArrayList<>();
    for (int i = 0; i < DWELL * (rounds + 2) && surgery.size() < rounds; i++) {
      boolean check = trainer.step() % CHECK_EVERY == 0;
      phases.clear();
      last[0] = System.nanoTime();
      Trainer.Outcome outcome = trainer.advance();
      if (trainer.step() <= DWELL || !check) {
        continue;
      }
      if (outcome.verdict().decisions().isEmpty()) {
        without.add(phases.get(StepClock.Phase.WATCH));
      } else {
        surgery.add(phases.get(StepClock.Phase.SURGERY));
        withBirth.add(phases.get(StepClock.Phase.WATCH) + phases.get(StepClock.Phase.SURGERY));
      }
    }
    trainer.timeWith(StepClock.NONE);
    return new Event("birth", median(surgery), median(withBirth) - median(without));
  }

  /** A head is born, widened and pruned, a layer added and removed, over and over. */
  private static List<Event> surgeries(Network network, int rounds) {
    int d = network.shape().width();
    Plane plane = new Plane(coordinate(0, d), coordinate(1, d));
    int layer = network.layers().get(0).id();
    int head = 1_000_000;
    Map<String, Supplier<Decision>> kinds = new LinkedHashMap<>();
    kinds.put(
        "a head for the next two",
        () -> new Decision.GiveBirth(0, layer, head, plane, List.of(), 0, false, null));
    kinds.put("two more dimensions", () -> new Decision.AddDimension(0, layer, head, plane, 4, 1));
    kinds.put("pruning", () -> new Decision.Prune(0, layer, head, 0, null));
    kinds.put("a layer added", () -> new Decision.AddLayer(0, layer + 1, head + 1, plane, null));
    kinds.put("a layer removed", () -> new Decision.RemoveLayer(0, layer + 1, 0));
    Map<String, List<Double>> times = new LinkedHashMap<>();
    for (int round = -2; round < rounds; round++) {
      for (Map.Entry<String, Supplier<Decision>> kind : kinds.entrySet()) {
        Decision decision = kind.getValue().get();
        long start = System.nanoTime();
        Libtorch.scoped(
            () -> {
              Surgery.apply(decision, network);
              return null;
            });
        double taken = (System.nanoTime() - start) / 1e6;
        if (round >= 0) {
          times.computeIfAbsent(kind.getKey(), name -> new ArrayList<>()).add(taken);
        }
      }
    }
    return times.entrySet().stream()
        .skip(1)
        .map(kind -> new Event(kind.getKey(), median(kind.getValue()), median(kind.getValue())))
        .toList();
  }

  private static DoubleArray coordinate(int index, int d) {
    double[] direction = new double[d];
    direction[index] = 1;
    return new DoubleArray(direction);
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }
}
