package io.incrt.train;

import io.incrt.event.Moment;
import io.incrt.folder.Architecture;
import io.incrt.geometry.growth.LayerMeasurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Some hundred snapshots of a run for its report, with the mean loss since the last one and what a
 * check measured in every layer.
 */
final class History {

  private static final long MOMENTS = 300;

  private final long every;
  private final List<Moment> moments = new ArrayList<>();
  private double lossSum;
  private long lossCount;

  /** For a run of that many steps; snapshots are taken at checks. */
  History(long steps, long checkEvery) {
    long least = Math.max(1, steps / MOMENTS);
    this.every = (least + checkEvery - 1) / checkEvery * checkEvery;
  }

  /**
   * What a checkpoint keeps.
   *
   * @param lossSum the losses since the last moment
   * @param lossCount how many there were
   */
  record State(List<Moment> moments, double lossSum, long lossCount) {}

  State state() {
    return new State(List.copyOf(moments), lossSum, lossCount);
  }

  /** Restores a state. */
  void restore(State state) {
    moments.clear();
    moments.addAll(state.moments);
    lossSum = state.lossSum;
    lossCount = state.lossCount;
  }

  /**
   * Records a step; {@code step} counts from 1.
   *
   * @param flops what was computed so far
   * @param check what a check measured, if there was one
   * @return the moment, if one was taken
   */
  Optional<Moment> stepped(
      long step,
      double loss,
      double flops,
      List<LayerMeasurement> check,
      Architecture architecture) {
    lossSum += loss;
    lossCount++;
    if ((step - 1) % every != 0) {
      return Optional.empty();
    }
    List<Moment.LayerMoment> layers = new ArrayList<>();
    for (Architecture.Layer layer : architecture.layers()) {
      int dimensions = layer.heads().stream().mapToInt(Architecture.HeadShape::dimensions).sum();
      Moment.LayerMoment plain =
          new Moment.LayerMoment(layer.id(), layer.heads().size(), dimensions);
      layers.add(
          check.stream()
              .filter(measurement -> measurement.layer() == layer.id())
              .findFirst()
              .map(plain::with)
              .orElse(plain));
    }
    Moment moment = new Moment(step, lossSum / lossCount, flops, layers);
    moments.add(moment);
    lossSum = 0;
    lossCount = 0;
    return Optional.of(moment);
  }
}
