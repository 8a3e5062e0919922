package io.incrt.bench.scale;

import java.util.List;

/**
 * The seconds of a part of a step: fixed + perRecord · (records of one's share) + perBatch ·
 * (records of the whole batch, which every process has to look at).
 */
record Cost(double fixed, double perRecord, double perBatch) {

  static final Cost NOTHING = new Cost(0, 0, 0);

  /** A measurement. */
  record Sample(int share, int batch, double seconds) {}

  double seconds(double share, double batch) {
    return fixed + perRecord * share + perBatch * batch;
  }

  /** The same without what every process has to look at. */
  Cost own() {
    return new Cost(fixed, perRecord, 0);
  }

  /** What it is with such a batch alone, so many times as long, whatever the records. */
  Cost fixedAt(int batch, double times) {
    return new Cost(times * seconds(batch, batch), 0, 0);
  }

  /**
   * The cost that fits best, in the least squares of relative errors; what would have to be
   * negative is nothing.
   */
  static Cost fit(List<Sample> samples) {
    double[] best = {0, 0, 0};
    double least = Double.POSITIVE_INFINITY;
    // Each choice of what is not nothing; of three, that is soon tried.
    for (int used = 1; used < 8; used++) {
      double[] found = solve(samples, used);
      if (found != null) {
        double error = error(samples, found);
        if (error < least) {
          least = error;
          best = found;
        }
      }
    }
    return new Cost(best[0], best[1], best[2]);
  }

  private static double[] row(Sample sample) {
    return new double[] {1, sample.share, sample.batch};
  }

  private static double error(List<Sample> samples, double... x) {
    double sum = 0;
    for (Sample sample : samples) {
      double[] row = row(sample);
      double predicted = row[0] * x[0] + row[1] * x[1] + row[2] * x[2];
      sum += Math.pow(predicted / sample.seconds - 1, 2);
    }
    return sum;
  }

  /** The normal equations over the chosen terms, by elimination; null if a term is negative. */
  private static double[] solve(List<Sample> samples, int used) {
    double[][] a = new double[3][4];
    for (Sample sample : samples) {
      double[] row = row(sample);
      double weight = 1 / (sample.seconds * sample.seconds);
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          a[i][j] += weight * row[i] * row[j];
        }
        a[i][3] += weight * row[i] * sample.seconds;
      }
    }
    for (int i = 0; i < 3; i++) {
      if ((used >> i & 1) == 0) {
        for (int j = 0; j < 3; j++) {
          a[i][j] = 0;
          a[j][i] = 0;
        }
        a[i][i] = 1;
        a[i][3] = 0;
      }
    }
    double[] x = eliminated(a);
    for (double one : x) {
      if (!(one >= 0)) {
        return null;
      }
    }
    return x;
  }

  private static double[] eliminated(double[]... a) {
    int n = a.length;
    for (int i = 0; i < n; i++) {
      int pivot = i;
      for (int j = i + 1; j < n; j++) {
        pivot = Math.abs(a[j][i]) > Math.abs(a[pivot][i]) ? j : pivot;
      }
      double[] row = a[pivot];
      a[pivot] = a[i];
      a[i] = row;
      for (int j = 0; j < n; j++) {
        double factor = j == i ? 0 : a[j][i] / row[i];
        for (int k = i; k <= n && factor != 0; k++) {
          a[j][k] -= factor * row[k];
        }
      }
    }
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = a[i][n] / a[i][i];
    }
    return x;
  }
}
