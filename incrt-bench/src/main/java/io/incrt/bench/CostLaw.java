package io.incrt.bench;

import io.incrt.base.Statistics;
import io.incrt.bench.measure.MeasuredSteps.Size;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * How a step grows. Along each size the exponent e of t ∝ sizeᵉ, beside that of the counted FLOPs;
 * and over all sizes
 *
 * <pre>
 *   t = fixed + projections/rate + attention/rate + numbers/rate
 * </pre>
 *
 * with the FLOPs of the products with weights, those of the scores and their use, and the numbers
 * that are only read and written (norms, dropout, what is kept for the backward pass).
 */
final class CostLaw {

  private static final int TERMS = 4;

  /**
   * An exponent along one size.
   *
   * @param measured of the time, over all of the sizes
   * @param counted of the FLOPs, over the same
   * @param lower of the time between the two smallest sizes
   * @param upper of the time between the two largest
   */
  record Exponent(String varies, double measured, double counted, double lower, double upper) {}

  private final double[] terms;
  private final double error;

  private CostLaw(double[] terms, double error) {
    this.terms = terms;
    this.error = error;
  }

  /** The exponents of whatever varies among the points, in their order. */
  static List<Exponent> exponents(List<Results.Point> points) {
    List<Exponent> exponents = new ArrayList<>();
    for (String varies : points.stream().map(Results.Point::varies).distinct().toList()) {
      List<Results.Point> some =
          points.stream()
              .filter(point -> point.varies().equals(varies))
              .sorted((a, b) -> Double.compare(value(varies, a.size()), value(varies, b.size())))
              .toList();
      if (some.size() < 2) {
        continue;
      }
      double[] x = some.stream().mapToDouble(point -> value(varies, point.size())).toArray();
      double[] t = some.stream().mapToDouble(Results.Point::milliseconds).toArray();
      double[] flops = some.stream().mapToDouble(point -> Costs.flops(point.size())).toArray();
      int last = x.length;
      exponents.add(
          new Exponent(
              varies,
              slope(x, t),
              slope(x, flops),
              slope(Arrays.copyOf(x, 2), Arrays.copyOf(t, 2)),
              slope(Arrays.copyOfRange(x, last - 2, last), Arrays.copyOfRange(t, last - 2, last))));
    }
    return exponents;
  }

  private static double value(String varies, Size size) {
    return switch (varies) {
      case "K" -> size.heads();
      case "n" -> size.length();
      case "d" -> size.width();
      case "batch" -> size.batch();
      default ->
          throw new IllegalArgumentException(
              "K, n, d or batch can vary in a cost law, not '" + varies + "'");
    };
  }

  /** The slope of a line through (log x, log y), least squares. */
  static double slope(double[] x, double[] y) {
    double[] u = Arrays.stream(x).map(Math::log).toArray();
    double[] v = Arrays.stream(y).map(Math::log).toArray();
    double meanU = Statistics.mean(u);
    double meanV = Statistics.mean(v);
    double above = 0;
    double below = 0;
    for (int i = 0; i < u.length; i++) {
      above += (u[i] - meanU) * (v[i] - meanV);
      below += (u[i] - meanU) * (u[i] - meanU);
    }
    return above / below;
  }

  /**
   * Fits the four terms to all points by least squares of the relative errors. A term that would
   * come out negative is left out: nothing takes negative time.
   */
  static CostLaw fit(List<Results.Point> points) {
    if (points.size() <= TERMS) {
      throw new IllegalArgumentException(
          "a cost law needs more than " + TERMS + " points but got " + points.size());
    }
    List<Integer> kept = new ArrayList<>(List.of(0, 1, 2, 3));
    while (true) {
      double[] terms = solve(points, kept);
      int worst = -1;
      for (int term : kept) {
        if (terms[term] < 0 && (worst < 0 || terms[term] < terms[worst])) {
          worst = term;
        }
      }
      if (worst < 0) {
        CostLaw law = new CostLaw(terms, 0);
        double[] errors =
            points.stream()
                .mapToDouble(
                    point -> Math.abs(law.milliseconds(point.size()) / point.milliseconds() - 1))
                .toArray();
        return new CostLaw(terms, Statistics.median(errors));
      }
      kept.remove(Integer.valueOf(worst));
    }
  }

  private static double[] solve(List<Results.Point> points, List<Integer> kept) {
    DMatrixRMaj matrix = new DMatrixRMaj(points.size(), kept.size());
    DMatrixRMaj ones = new DMatrixRMaj(points.size(), 1);
    for (int i = 0; i < points.size(); i++) {
      double[] row = costs(points.get(i).size());
      for (int j = 0; j < kept.size(); j++) {
        matrix.set(i, j, row[kept.get(j)] / points.get(i).milliseconds());
      }
      ones.set(i, 0, 1);
    }
    DMatrixRMaj solution = new DMatrixRMaj(kept.size(), 1);
    if (!CommonOps_DDRM.solve(matrix, ones, solution)) {
      throw new IllegalArgumentException("the points of the cost law do not tell its terms apart");
    }
    double[] terms = new double[TERMS];
    for (int j = 0; j < kept.size(); j++) {
      terms[kept.get(j)] = solution.get(j, 0);
    }
    return terms;
  }

  /** In millions, so that the columns are of similar size. */
  private static double[] costs(Size size) {
    return new double[] {
      1,
      Costs.projectionFlops(size) / 1e6,
      Costs.attentionFlops(size) / 1e6,
      Costs.activationNumbers(size) / 1e6
    };
  }

  /** What a step of any size would take. */
  double milliseconds(Size size) {
    double[] costs = costs(size);
    double sum = 0;
    for (int i = 0; i < TERMS; i++) {
      sum += terms[i] * costs[i];
    }
    return sum;
  }

  /** What a step costs before it computes anything. */
  double fixed() {
    return terms[0];
  }

  /** GFLOP/s of the products with weights. */
  double projectionRate() {
    return 1 / terms[1];
  }

  /** GFLOP/s of scores and their use. */
  double attentionRate() {
    return 1 / terms[2];
  }

  /** Billions of kept numbers a second. */
  double numberRate() {
    return 1 / terms[3];
  }

  /** The median relative error of the fit. */
  double error() {
    return error;
  }
}
