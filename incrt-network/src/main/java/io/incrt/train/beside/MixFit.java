package io.incrt.train.beside;

import java.util.List;

/**
 * Fits how much a network and the linear model each count, a·x + b·f, x the network's outputs and f
 * the linear model's log-probabilities, by the log loss of records that neither was trained on.
 *
 * <p>A few hundred records cannot tell a and b exactly, and records of another origin want others.
 * So they are held near a guess. For a network trained by itself that is equal parts, and only a
 * clear difference moves them; for one that was trained to add to the linear model it is nearly
 * their sum, and what turns out to add nothing is left out.
 */
public final class MixFit {

  /** Of (w − ½)², in nats a record: equal parts are as good as any on most data. */
  private static final double PENALTY = 0.1;

  /** Of the squared distance to the guess, in nats all records together. */
  private static final double ADDED_PENALTY = 3;

  private static final double NETWORK_ADDED = 0.8;
  private static final double FLOOR_ADDED = 0.9;
  private static final int TENTHS = 15;
  private static final int WEIGHTS = 20;
  private static final double[] SCALES = {
    0.25, 0.35, 0.5, 0.6, 0.7, 0.85, 1, 1.2, 1.4, 1.7, 2, 2.5, 3
  };

  private MixFit() {}

  /**
   * The factors of the network's outputs and of the linear model's.
   *
   * @param network a, the factor of the outputs
   * @param floor b, the factor of the log-probabilities
   */
  public record Factors(double network, double floor) {}

  /**
   * Fits the factors of a network that was trained to add to the linear model.
   *
   * @param outputs the network's
   * @param floors the linear model's
   * @param labels the class of each record
   */
  public static Factors added(List<float[]> outputs, float[][] floors, int[] labels) {
    Factors best = null;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= TENTHS; i++) {
      for (int j = 1; j <= TENTHS; j++) {
        double a = i / 10.0;
        double b = j / 10.0;
        double distance = square(a - NETWORK_ADDED) + square(b - FLOOR_ADDED);
        double loss =
            logLoss(outputs, floors, labels, a, b) + ADDED_PENALTY * distance / labels.length;
        if (loss < least) {
          least = loss;
          best = new Factors(a, b);
        }
      }
    }
    return best;
  }

  private static double square(double x) {
    return x * x;
  }

  /** The same of a network that was trained by itself. */
  public static Factors mixed(List<float[]> outputs, float[][] floors, int[] labels) {
    // Its own scale first, so that w compares like with like.
    double own = bestScale(outputs, floors, labels, 1, 0).scale;
    Factors best = null;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= WEIGHTS; i++) {
      double w = (double) i / WEIGHTS;
      Scaled scaled = bestScale(outputs, floors, labels, (1 - w) * own, w);
      double loss = scaled.loss + PENALTY * square(w - 0.5);
      if (loss < least) {
        least = loss;
        best = new Factors(scaled.scale * (1 - w) * own, scaled.scale * w);
      }
    }
    return best;
  }

  private record Scaled(double scale, double loss) {}

  private static Scaled bestScale(
      List<float[]> outputs, float[][] floors, int[] labels, double network, double floor) {
    Scaled best = null;
    for (double scale : SCALES) {
      double loss = logLoss(outputs, floors, labels, scale * network, scale * floor);
      if (best == null || loss < best.loss) {
        best = new Scaled(scale, loss);
      }
    }
    return best;
  }

  private static double logLoss(
      List<float[]> outputs, float[][] floors, int[] labels, double network, double floor) {
    double sum = 0;
    for (int i = 0; i < labels.length; i++) {
      float[] own = outputs.get(i);
      double largest = Double.NEGATIVE_INFINITY;
      double[] mixed = new double[own.length];
      for (int c = 0; c < mixed.length; c++) {
        mixed[c] = network * own[c] + floor * floors[i][c];
        largest = Math.max(largest, mixed[c]);
      }
      double total = 0;
      for (double value : mixed) {
        total += Math.exp(value - largest);
      }
      sum += largest + Math.log(total) - mixed[labels[i]];
    }
    return sum / labels.length;
  }
}
