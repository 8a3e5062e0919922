package io.incrt.bench.measure;

import io.incrt.base.Statistics;
import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.Plane;
import io.incrt.model.Network;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.train.Instruments;
import io.incrt.train.StepTimer;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
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
    return measure(size, rounds, System::nanoTime);
  }

  static List<Event> measure(MeasuredSteps.Size size, int rounds, LongSupplier nanoseconds) {
    Libtorch.load();
    RunSettings settings =
        Settings.with(
            SyntheticSetup.sized(size),
            Map.of(
                "homeostat.tau", "0.000001",
                "homeostat.width.dwell", String.valueOf(DWELL),
                "homeostat.width.pruneAfter", "1000000",
                "homeostat.dimensions.enabled", "false",
                "homeostat.depth.enabled", "false",
                "homeostat.gate.patience", "1",
                "homeostat.checkEvery", String.valueOf(CHECK_EVERY)));
    TrainerSetup setup = SyntheticSetup.of(size, settings, 1, Device.CPU);
    try (Trainer trainer =
        SyntheticRun.trainer(
            setup, SyntheticSetup.architecture(size, MeasuredSteps.Heads.GROWN, setup))) {
      List<Event> events = new ArrayList<>();
      events.add(births(trainer, rounds, nanoseconds));
      events.addAll(surgeries(trainer.network(), rounds, nanoseconds));
      return events;
    }
  }

  /** Every other check gives birth, so that checks with a birth and without take turns. */
  private static Event births(Trainer trainer, int rounds, LongSupplier nanoseconds) {
    Map<StepTimer.Phase, Double> phases = new EnumMap<>(StepTimer.Phase.class);
    long[] last = {0};
    trainer.timeWith(
        phase -> {
          long now = nanoseconds.getAsLong();
          phases.merge(phase, (now - last[0]) / 1e6, Double::sum);
          last[0] = now;
        });
    List<Double> surgery = new ArrayList<>();
    List<Double> withBirth = new ArrayList<>();
    List<Double> without = new ArrayList<>();
    for (int i = 0; i < DWELL * (rounds + 2) && surgery.size() < rounds; i++) {
      phases.clear();
      last[0] = nanoseconds.getAsLong();
      Trainer.Outcome outcome = trainer.advance();
      if (trainer.step() <= DWELL || !outcome.isCheck()) {
        continue;
      }
      if (outcome.verdict().decisions().isEmpty()) {
        without.add(phases.get(StepTimer.Phase.WATCH));
      } else {
        surgery.add(phases.get(StepTimer.Phase.SURGERY));
        withBirth.add(phases.get(StepTimer.Phase.WATCH) + phases.get(StepTimer.Phase.SURGERY));
      }
    }
    trainer.timeWith(StepTimer.NONE);
    return new Event(
        "birth",
        Statistics.median(surgery),
        Statistics.median(withBirth) - Statistics.median(without));
  }

  /** A head is born, widened and pruned, a layer added and removed, over and over. */
  private static List<Event> surgeries(Network network, int rounds, LongSupplier nanoseconds) {
    int d = network.shape().width();
    Plane plane = new Plane(coordinate(0, d), coordinate(1, d));
    int layer = network.layers().get(0).id();
    int head = 1_000_000;
    Map<String, Supplier<Decision>> kinds = new LinkedHashMap<>();
    kinds.put(
        "a head for the next two",
        () -> new Decision.GiveBirth(0, layer, head, plane, List.of(), 0, false, null, null));
    kinds.put(
        "two more dimensions", () -> new Decision.AddDimension(0, layer, head, plane, 4, 1, null));
    kinds.put("pruning", () -> new Decision.Prune(0, layer, head, 0, null, null));
    kinds.put(
        "a layer added", () -> new Decision.AddLayer(0, layer + 1, head + 1, plane, null, null));
    kinds.put("a layer removed", () -> new Decision.RemoveLayer(0, layer + 1, 0, null));
    Map<String, List<Double>> times = new LinkedHashMap<>();
    for (int round = -2; round < rounds; round++) {
      for (Map.Entry<String, Supplier<Decision>> kind : kinds.entrySet()) {
        Decision decision = kind.getValue().get();
        long start = nanoseconds.getAsLong();
        Libtorch.scoped(
            () -> {
              Instruments.operate(decision, network);
              return null;
            });
        double taken = (nanoseconds.getAsLong() - start) / 1e6;
        if (round >= 0) {
          times.computeIfAbsent(kind.getKey(), name -> new ArrayList<>()).add(taken);
        }
      }
    }
    return times.entrySet().stream()
        .skip(1)
        .map(kind -> alone(kind.getKey(), Statistics.median(kind.getValue())))
        .toList();
  }

  private static DoubleArray coordinate(int index, int d) {
    double[] direction = new double[d];
    direction[index] = 1;
    return new DoubleArray(direction);
  }

  /** An event whose decision is part of every check, so that a step waits for the surgery alone. */
  private static Event alone(String kind, double surgery) {
    return new Event(kind, surgery, surgery);
  }
}
