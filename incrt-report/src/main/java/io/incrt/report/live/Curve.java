package io.incrt.report.live;

import java.util.ArrayList;
import java.util.List;

/**
 * Points of a figure over steps, a few hundred at most: where there are more, each two neighbours
 * become one.
 */
public final class Curve {

  /** More than a chart has pixels for. */
  static final int MOST = 400;

  private final boolean means;
  private final List<double[]> points = new ArrayList<>();
  private int width = 1;
  private int taken;
  private double sum;

  private Curve(boolean means) {
    this.means = means;
  }

  /** Of a figure that is a mean over steps: neighbours are averaged. */
  static Curve ofMeans() {
    return new Curve(true);
  }

  /** Of a figure that holds until the next: of neighbours the later stays. */
  static Curve ofStates() {
    return new Curve(false);
  }

  void add(long step, double value) {
    if (!Double.isFinite(value)) {
      return;
    }
    if (taken == 0) {
      points.add(new double[] {step, value});
    }
    // What is not complete is drawn, too: the newest point is what one looks for.
    taken++;
    sum += value;
    double[] last = points.get(points.size() - 1);
    last[0] = step;
    last[1] = means ? sum / taken : value;
    if (taken == width) {
      taken = 0;
      sum = 0;
      if (points.size() == MOST) {
        halve();
      }
    }
  }

  private void halve() {
    for (int i = 0; i < MOST / 2; i++) {
      double[] one = points.get(2 * i);
      double[] next = points.get(2 * i + 1);
      points.set(i, new double[] {next[0], means ? (one[1] + next[1]) / 2 : next[1]});
    }
    points.subList(MOST / 2, MOST).clear();
    width *= 2;
  }

  /** The points (step, value) in their order. */
  public List<double[]> points() {
    return points.stream().map(double[]::clone).toList();
  }
}
