package io.incrt.geometry;

import org.ejml.data.DMatrixRMaj;

/**
 * The gate operator G_h = u⁺u⁺ᵀ − γ* u⁻u⁻ᵀ; d×d, symmetric, rank two (eq:gate). It amplifies the
 * direction of most uncaptured energy and damps the direction of least.
 */
public final class GateOperator implements SymmetricOperator {

  private final double[] uPlus;
  private final double[] uMinus;
  private final double balance;

  /** The gate of two unit directions with the balance γ*. */
  public GateOperator(double[] uPlus, double[] uMinus, double balance) {
    this.uPlus = Shapes.requireVector(uPlus, uPlus.length, "u⁺").clone();
    this.uMinus = Shapes.requireVector(uMinus, uPlus.length, "u⁻").clone();
    this.balance = balance;
  }

  /** γ*. */
  public double balance() {
    return balance;
  }

  @Override
  public int dimension() {
    return uPlus.length;
  }

  @Override
  public void apply(double[] x, double[] y) {
    double plus = Vectors.dot(uPlus, x);
    double minus = balance * Vectors.dot(uMinus, x);
    for (int i = 0; i < y.length; i++) {
      y[i] = plus * uPlus[i] - minus * uMinus[i];
    }
  }

  /** G_h as a new matrix. */
  public DMatrixRMaj matrix() {
    int d = dimension();
    DMatrixRMaj g = new DMatrixRMaj(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        g.data[i * d + j] = uPlus[i] * uPlus[j] - balance * uMinus[i] * uMinus[j];
      }
    }
    return g;
  }
}
