package io.incrt.geometry.homeostat;

import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.Vectors;
import java.util.ArrayList;
import java.util.List;

/** One active head as the Homeostat knows it. */
final class HeadTrack {

  final int id;
  final long bornAt;
  long lastGrowth;
  long weakSince = -1;
  final List<double[]> directions = new ArrayList<>();

  HeadTrack(int id, long bornAt, Plane plane) {
    this.id = id;
    this.bornAt = bornAt;
    this.lastGrowth = bornAt;
    give(plane);
  }

  HeadTrack(HomeostatState.Head state) {
    id = state.id();
    bornAt = state.bornAt();
    lastGrowth = state.lastGrowth();
    weakSince = state.weakSince();
    state.directions().forEach(direction -> directions.add(direction.values()));
  }

  /** Adds a plane to U_h. */
  void give(Plane plane) {
    directions.add(plane.plus().values());
    if (Vectors.norm(plane.minus().values()) > 0) {
      directions.add(plane.minus().values());
    }
  }

  HomeostatState.Head state() {
    return new HomeostatState.Head(
        id, bornAt, lastGrowth, weakSince, directions.stream().map(DoubleArray::new).toList());
  }
}
