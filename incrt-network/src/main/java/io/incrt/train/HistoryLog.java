package io.incrt.train;

import io.incrt.geometry.homeostat.LayerMeasurement;
import io.incrt.model.Architecture;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines of history.jsonl: some hundred moments of a run, with the mean loss since the last and
 * what a check found in every layer. What a report draws.
 */
final class HistoryLog {

  private static final long MOMENTS = 300;

  private final long every;
  private final List<Map<String, Object>> lines = new ArrayList<>();
  private double lossSum;
  private long lossCount;

  /** For a run of so many steps that is checked every so many. */
  HistoryLog(long steps, long checkEvery) {
    long least = Math.max(1, steps / MOMENTS);
    this.every = (least + checkEvery - 1) / checkEvery * checkEvery;
  }

  /**
   * What a checkpoint keeps.
   *
   * @param lossSum the losses since the last line
   * @param lossCount how many there were
   */
  record State(List<Map<String, Object>> lines, double lossSum, long lossCount) {}

  State state() {
    return new State(List.copyOf(lines), lossSum, lossCount);
  }

  /** Goes on from a state. */
  void restore(State state) {
    lines.clear();
    lines.addAll(state.lines);
    lossSum = state.lossSum;
    lossCount = state.lossCount;
  }

  /** Notes a step; {@code step} counts from 1. */
  void stepped(long step, double loss, List<LayerMeasurement> found, Architecture architecture) {
    lossSum += loss;
    lossCount++;
    if ((step - 1) % every != 0) {
      return;
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("step", step);
    line.put("loss", lossSum / lossCount);
    List<Map<String, Object>> layers = new ArrayList<>();
    for (Architecture.Layer layer : architecture.layers()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("layer", layer.id());
      one.put("heads", layer.heads().size());
      one.put(
          "dimensions", layer.heads().stream().mapToInt(Architecture.HeadShape::dimensions).sum());
      for (LayerMeasurement measured : found) {
        if (measured.layer() == layer.id()) {
          one.put("directedEnergy", measured.directedEnergy());
          one.put("residualEnergy", measured.residualEnergy());
          one.put("threshold", measured.threshold());
          one.put("lambdaMax", measured.lambdaMax());
          one.put("lambdaMin", measured.lambdaMin());
        }
      }
      layers.add(one);
    }
    line.put("layers", layers);
    lines.add(line);
    lossSum = 0;
    lossCount = 0;
  }
}
