package io.incrt.geometry.gate;

import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.ResidualOperator;
import io.incrt.geometry.Vectors;

/**
 * A unit direction u with its Rayleigh quotient R = uᵀAu and its certificate ‖Au − R u‖. Some
 * eigenvalue of A lies within the certificate of R.
 *
 * @param direction u
 * @param rayleigh R
 * @param certificate ‖Au − R u‖
 */
public record Probe(DoubleArray direction, double rayleigh, double certificate) {

  /** Measures a unit direction orthogonal to the captured basis. */
  public static Probe measure(ResidualOperator a, double[] u) {
    double[] au = new double[u.length];
    a.applyOutside(u, au);
    double r = Vectors.dot(u, au);
    Vectors.addScaled(au, -r, u);
    return new Probe(new DoubleArray(u), r, Vectors.norm(au));
  }

  /** Whether u is an eigenvector to the given tolerance: certificate ≤ tolerance·|R|. */
  public boolean converged(double tolerance) {
    return certificate <= tolerance * Math.abs(rayleigh);
  }

  /** |R|, the energy the direction would capture. */
  public double strength() {
    return Math.abs(rayleigh);
  }
}
