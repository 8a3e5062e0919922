package io.incrt.geometry.gate;

import io.incrt.geometry.CapturedBasis;
import io.incrt.geometry.DoubleArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Mutually orthonormal directions outside Q, with counts of their updates and resets. */
final class Probes {

  private final int wanted;
  private final long seed;
  private final List<double[]> directions = new ArrayList<>();
  private long updates;
  private long resets;

  /** Up to {@code wanted} random directions. */
  Probes(int wanted, long seed, CapturedBasis basis) {
    this.wanted = wanted;
    this.seed = seed;
    reset(basis);
  }

  /** The probes of a state. */
  Probes(int wanted, long seed, Gate.State state) {
    this.wanted = wanted;
    this.seed = seed;
    for (DoubleArray direction : state.probes()) {
      directions.add(direction.values());
    }
    updates = state.updates();
    resets = state.resets();
  }

  void reset(CapturedBasis basis) {
    // The draw depends on the seed and the count alone, so a restored gate needs no generator.
    Random random = new Random(seed * 0x9E3779B97F4A7C15L + resets);
    directions.clear();
    for (int i = 0; i < wanted; i++) {
      double[] x = basis.randomOutside(random, directions.toArray(double[][]::new));
      if (x != null) {
        directions.add(x);
      }
    }
    updates = 0;
    resets++;
  }

  int count() {
    return directions.size();
  }

  double[] get(int index) {
    return directions.get(index);
  }

  /** Makes the moved probes orthonormal and outside Q again; one that collapsed is drawn anew. */
  void restoreOrthonormality(CapturedBasis basis) {
    for (int i = 0; i < directions.size(); i++) {
      double[][] earlier = directions.subList(0, i).toArray(double[][]::new);
      if (!basis.orthonormaliseAgainst(directions.get(i), earlier)) {
        directions.set(i, basis.randomOutside(redraw(), earlier));
      }
    }
    // Pruning can free a direction for a probe that had none.
    while (directions.size() < wanted) {
      double[] fresh = basis.randomOutside(redraw(), directions.toArray(double[][]::new));
      if (fresh == null) {
        break;
      }
      directions.add(fresh);
    }
    updates++;
  }

  private Random redraw() {
    return new Random(seed + resets + updates);
  }

  long updates() {
    return updates;
  }

  Gate.State state() {
    return new Gate.State(directions.stream().map(DoubleArray::new).toList(), updates, resets);
  }
}
