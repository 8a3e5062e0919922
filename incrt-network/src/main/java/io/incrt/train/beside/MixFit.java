package io.incrt.train.beside;

import io.incrt.base.Statistics;
import java.util.List;

/**
 * Fits how much a network and the linear model each count, a·x + b·f, x the network's outputs and f
 * the linear model's log-probabilities, by the log loss of records that neither was trained on.
 *
 * <p>A few hundred records cannot tell a and b exactly, and records of another origin want others.
 * So they are held near a guess. For a network trained by itself that is equal parts, and only a
 * clear difference moves them; for one that was trained to add to the linear model it is nearly
 * their sum, and a network whose share is not proven by them is left out.
 */
public final class MixFit {

  /** Of (w − ½)², in nats a record: equal parts are as good as any on most data. */
  private static final double PENALTY = 0.1;

  /** Of the squared distance to the guess, in nats all records together. */
  private static final double ADDED_PENALTY = 3;

  /** Standard errors; one is often passed by chance at one of a run's many validations. */
  private static final double PROVEN = 2;

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
    Factors together = null;
    Factors alone = null;
    double least = Double.POSITIVE_INFINITY;
    double leastAlone = Double.POSITIVE_INFINITY;
    for (int j = 1; j <= TENTHS; j++) {
      for (int i = 0; i <= TENTHS; i++) {
        Factors tried = new Factors(i / 10.0, j / 10.0);
        double distance = square(tried.network - NETWORK_ADDED) + square(tried.floor - FLOOR_ADDED);
        double plain = Statistics.mean(losses(outputs, floors, labels, tried));
        double loss = plain + ADDED_PENALTY * distance / labels.length;
        if (loss < least) {
          least = loss;
          together = tried;
        }
        if (i == 0 && plain < leastAlone) {
          leastAlone = plain;
          alone = tried;
        }
      }
    }
    return isProven(outputs, floors, labels, together, alone) ? together : alone;
  }

  /** Whether the first factors are better than the second by more than chance would have it. */
  private static boolean isProven(
      List<float[]> outputs, float[][] floors, int[] labels, Factors one, Factors other) {
    double[] gains = losses(outputs, floors, labels, other);
    double[] own = losses(outputs, floors, labels, one);
    for (int i = 0; i < gains.length; i++) {
      gains[i] -= own[i];
    }
    double error = Statistics.deviation(gains) / Math.sqrt(gains.length);
    return Statistics.mean(gains) > PROVEN * error;
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
    return Statistics.mean(losses(outputs, floors, labels, new Factors(network, floor)));
  }

  /** The log loss of each record. */
  private static double[] losses(
      List<float[]> outputs, float[][] floors, int[] labels, Factors factors) {
    double[] losses = new double[labels.length];
    for (int i = 0; i < labels.length; i++) {
      float[] own = outputs.get(i);
      double largest = Double.NEGATIVE_INFINITY;
      double[] mixed = new double[own.length];
      for (int c = 0; c < mixed.length; c++) {
        mixed[c] = factors.network * own[c] + factors.floor * floors[i][c];
        largest = Math.max(largest, mixed[c]);
      }
      double total = 0;
      for (double value : mixed) {
        total += Math.exp(value - largest);
      }
      losses[i] = largest + Math.log(total) - mixed[labels[i]];
    }
    return losses;
  }
}
