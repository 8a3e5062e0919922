package io.incrt.lab.operators;

import io.incrt.geometry.DirectedOperator;
import io.incrt.geometry.Spectrum;
import io.incrt.geometry.Vectors;
import io.incrt.geometry.gate.ComponentRule;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;

/**
 * One rule on one matrix from one random start.
 *
 * @param steps the step from which on it stayed at the eigenvector, −1 if it did not end there
 * @param diverged whether the norm left all bounds
 * @param normDrift the largest |‖u‖ − 1| on the way
 * @param rayleighRatio R(u)/λ at the end, λ the eigenvalue sought
 */
record RuleTrial(int steps, boolean diverged, double normDrift, double rayleighRatio) {

  static final int DIMENSION = 16;

  /** One step for all rules, well inside what each allows on a matrix of norm 1. */
  static final double STEP = 0.3;

  private static final double CLOSE = 1 - 1e-6;

  static RuleTrial of(ComponentRule rule, DMatrixRMaj matrix, int steps, Random random) {
    DirectedOperator a = DirectedOperator.given(matrix);
    Spectrum spectrum = Spectrum.of(matrix);
    double[] target = rule.seeksMajor() ? spectrum.maxVector() : spectrum.minVector();
    double eigenvalue = rule.seeksMajor() ? spectrum.max() : spectrum.min();
    double[] u = Vectors.randomDirection(DIMENSION, random);
    double[] au = new double[DIMENSION];
    double drift = 0;
    int since = -1;
    for (int t = 1; t <= steps; t++) {
      a.apply(u, au);
      rule.move(u, au, STEP, 1);
      double norm = Vectors.norm(u);
      drift = Math.max(drift, Math.abs(norm - 1));
      if (!(norm > 1e-6 && norm < 1e6)) {
        return new RuleTrial(-1, true, drift, Double.NaN);
      }
      boolean close = Vectors.overlap(u, target) >= CLOSE;
      since = close ? (since < 0 ? t : since) : -1;
    }
    return new RuleTrial(since, false, drift, a.rayleigh(u) / eigenvalue);
  }
}
