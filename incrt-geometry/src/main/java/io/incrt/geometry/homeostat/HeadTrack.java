package io.incrt.geometry.homeostat;

import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.Vectors;
import io.incrt.geometry.growth.HeadView;
import io.incrt.geometry.growth.Plane;
import java.util.ArrayList;
import java.util.List;

/** The Homeostat's state of one active head. */
final class HeadTrack implements HeadView {

  private final int id;
  private final long bornAt;
  private final List<double[]> directions = new ArrayList<>();
  private long lastGrowth;

  HeadTrack(int id, long bornAt, Plane plane) {
    this.id = id;
    this.bornAt = bornAt;
    give(plane, bornAt);
  }

  HeadTrack(HomeostatState.Head state) {
    id = state.id();
    bornAt = state.bornAt();
    lastGrowth = state.lastGrowth();
    state.directions().forEach(direction -> directions.add(direction.values()));
  }

  @Override
  public int id() {
    return id;
  }

  @Override
  public long bornAt() {
    return bornAt;
  }

  @Override
  public long lastGrowth() {
    return lastGrowth;
  }

  @Override
  public int dimensions() {
    return directions.size();
  }

  /** U_h. */
  List<double[]> directions() {
    return directions;
  }

  /** Adds a plane to U_h. */
  void give(Plane plane, long step) {
    directions.add(plane.plus().values());
    if (Vectors.norm(plane.minus().values()) > 0) {
      directions.add(plane.minus().values());
    }
    lastGrowth = step;
  }

  HomeostatState.Head state() {
    return new HomeostatState.Head(
        id, bornAt, lastGrowth, directions.stream().map(DoubleArray::new).toList());
  }
}
