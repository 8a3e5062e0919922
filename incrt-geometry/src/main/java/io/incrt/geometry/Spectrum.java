package io.incrt.geometry;

import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * The exact spectrum of a symmetric operator: eigenvalues λ_r ≤ … ≤ λ₁, their eigenvectors, the
 * spectral gaps Δ⁺ = λ₁ − λ₂ and Δ⁻ = λ_{r−1} − λ_r, and the balance γ* = Δ⁺/(Δ⁺ + Δ⁻) (eq:gate).
 *
 * <p>For a residual operator the spectrum is that of A on the range of P: the m zero eigenvalues
 * that the projector puts in the captured directions are not part of it.
 */
public final class Spectrum {

  private final double[] values;
  private final double[][] vectors;

  private Spectrum(double[] values, double[][] vectors) {
    this.values = values;
    this.vectors = vectors;
  }

  /** The spectrum of a symmetric d×d matrix. */
  public static Spectrum of(DMatrixRMaj symmetric) {
    Shapes.requireSymmetric(symmetric, symmetric.numRows, "the matrix");
    return decompose(symmetric.copy(), symmetric.numRows, true);
  }

  /**
   * The eigenvalues alone of a symmetric d×d matrix, ascending; the vectors cost three times more.
   */
  public static double[] valuesOf(DMatrixRMaj symmetric) {
    Shapes.requireSymmetric(symmetric, symmetric.numRows, "the matrix");
    return decompose(symmetric.copy(), symmetric.numRows, false).values;
  }

  /** The spectrum of A = P B P on the range of P: d − m eigenpairs. */
  public static Spectrum of(ResidualOperator a) {
    int d = a.dimension();
    DMatrixRMaj lifted = a.matrix();
    // Lifted above every eigenvalue of A, the captured directions sort last and are left out.
    double norm = Math.sqrt(Vectors.dot(lifted.data, lifted.data));
    double lift = norm > 0 ? 2 * norm : 1;
    DMatrixRMaj q = a.basis().matrix();
    CommonOps_DDRM.multAddTransB(lift, q, q, lifted);
    return decompose(lifted, d - a.basis().size(), true);
  }

  private static Spectrum decompose(DMatrixRMaj symmetric, int keep, boolean withVectors) {
    int d = symmetric.numRows;
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(d, withVectors, true);
    if (!eigen.decompose(symmetric)) {
      throw new IllegalStateException(
          "the eigenvalues of a " + d + "×" + d + " matrix did not converge");
    }
    int[] order =
        IntStream.range(0, d)
            .boxed()
            .sorted(
                (i, j) -> Double.compare(eigen.getEigenvalue(i).real, eigen.getEigenvalue(j).real))
            .limit(keep)
            .mapToInt(Integer::intValue)
            .toArray();
    double[] values = new double[keep];
    double[][] vectors = new double[withVectors ? keep : 0][];
    for (int i = 0; i < keep; i++) {
      values[i] = eigen.getEigenvalue(order[i]).real;
      if (withVectors) {
        vectors[i] = eigen.getEigenVector(order[i]).data.clone();
      }
    }
    return new Spectrum(values, vectors);
  }

  /** The number r of eigenpairs; 0 when every direction is captured. */
  public int size() {
    return values.length;
  }

  /** All eigenvalues, ascending, as a copy. */
  public double[] values() {
    return values.clone();
  }

  /** λ₁, the largest eigenvalue; 0 when there is none. */
  public double max() {
    return size() == 0 ? 0 : values[size() - 1];
  }

  /** λ_r, the smallest eigenvalue; 0 when there is none. */
  public double min() {
    return size() == 0 ? 0 : values[0];
  }

  /** v₁, the unit eigenvector of the largest eigenvalue. */
  public double[] maxVector() {
    return vectors[size() - 1].clone();
  }

  /** v_r, the unit eigenvector of the smallest eigenvalue. */
  public double[] minVector() {
    return vectors[0].clone();
  }

  /** Δ⁺ = λ₁ − λ₂; 0 with fewer than two eigenvalues. */
  public double upperGap() {
    return size() < 2 ? 0 : values[size() - 1] - values[size() - 2];
  }

  /** Δ⁻ = λ_{r−1} − λ_r; 0 with fewer than two eigenvalues. */
  public double lowerGap() {
    return size() < 2 ? 0 : values[1] - values[0];
  }

  /** γ* = Δ⁺/(Δ⁺ + Δ⁻), the gate's balance; ½ where both gaps vanish. */
  public double balance() {
    double gaps = upperGap() + lowerGap();
    return gaps > 0 ? upperGap() / gaps : 0.5;
  }
}
