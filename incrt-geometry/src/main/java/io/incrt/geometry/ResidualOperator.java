package io.incrt.geometry;

import org.ejml.data.DMatrixRMaj;

/**
 * What no head has captured yet, A_res = P B P with P = I − Q Qᵀ; d×d, symmetric (eq:ares).
 *
 * <p>It is a view of B and Q: matrices are formed on demand only, and directions captured later
 * take effect at once.
 */
public final class ResidualOperator implements SymmetricOperator {

  private final DirectedOperator b;
  private final CapturedBasis basis;

  /** P B P for the given operator and basis, both on ℝᵈ. */
  public ResidualOperator(DirectedOperator b, CapturedBasis basis) {
    if (b.dimension() != basis.dimension()) {
      throw new IllegalArgumentException(
          "the operator has dimension "
              + b.dimension()
              + " but the captured basis has "
              + basis.dimension());
    }
    this.b = b;
    this.basis = basis;
  }

  @Override
  public int dimension() {
    return b.dimension();
  }

  /** The operator B before projection. */
  public DirectedOperator directed() {
    return b;
  }

  /** The basis Q that P removes. */
  public CapturedBasis basis() {
    return basis;
  }

  @Override
  public void apply(double[] x, double[] y) {
    double[] outside = x.clone();
    basis.project(outside);
    applyOutside(outside, y);
  }

  /** y ← A x for an x already orthogonal to Q, which saves one projection. */
  public void applyOutside(double[] x, double[] y) {
    b.apply(x, y);
    basis.project(y);
  }

  /** A as a new d×d matrix. */
  public DMatrixRMaj matrix() {
    int d = dimension();
    DMatrixRMaj a = b.matrix().copy();
    projectRows(a, d);
    // A row of P·(B P) is a column of (B P)ᵀ·P: projecting the rows of the transpose finishes it.
    transposeSquare(a, d);
    projectRows(a, d);
    return DirectedOperator.symmetricPart(a);
  }

  private void projectRows(DMatrixRMaj a, int d) {
    double[] row = new double[d];
    for (int i = 0; i < d; i++) {
      System.arraycopy(a.data, i * d, row, 0, d);
      basis.project(row);
      System.arraycopy(row, 0, a.data, i * d, d);
    }
  }

  private static void transposeSquare(DMatrixRMaj a, int d) {
    for (int i = 0; i < d; i++) {
      for (int j = i + 1; j < d; j++) {
        double upper = a.data[i * d + j];
        a.data[i * d + j] = a.data[j * d + i];
        a.data[j * d + i] = upper;
      }
    }
  }
}
