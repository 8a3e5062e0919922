package io.incrt.lab.kernel;

import io.incrt.geometry.Vectors;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * A head's part of the neural tangent kernel with respect to its motor, exactly (proof of thm:ntk):
 * Z = S X W_V, S = softmax(X M Xᵀ/√d_k), and
 *
 * <pre>
 *   ∂z_ia/∂M  = x_i w_iaᵀ/√d_k,   w_ia = Σ_j S_ij (X W_V)_ja (x_j − Σ_l S_il x_l)
 *   D_ia      = its antisymmetric part, since the motor is what changes
 *   Θ(X, X')  = Σ_ia ⟨D_ia(X), D_ia(X')⟩                 the kernel, in sample space
 *   F         = Σ_X Σ_ia D_ia D_iaᵀ                       its counterpart in feature space, d×d
 * </pre>
 *
 * <p>The theorem compares P ΔΘ P with A_res. Θ has a row a sample and P has d, so F is what P can
 * be applied to; F and Θ have the same eigenvalues only where the D_ia are vectors.
 */
final class TangentKernel {

  private final int dk;
  private final List<DMatrixRMaj> tokens;
  private final List<List<DMatrixRMaj>> slopes = new ArrayList<>();

  /**
   * A kernel.
   *
   * @param tokens n×d for each record, the same n
   * @param queries W_Q, d×r
   * @param keys W_K, d×r
   * @param values W_V, d×d_k
   */
  TangentKernel(
      List<DMatrixRMaj> tokens, DMatrixRMaj queries, DMatrixRMaj keys, DMatrixRMaj values) {
    this.tokens = List.copyOf(tokens);
    this.dk = values.numCols;
    for (DMatrixRMaj x : tokens) {
      slopes.add(slopes(x, attention(x, queries, keys, dk), product(x, values)));
    }
  }

  /** S, the attention of every token to every token. */
  static DMatrixRMaj attention(DMatrixRMaj x, DMatrixRMaj queries, DMatrixRMaj keys, int dk) {
    DMatrixRMaj q = product(x, queries);
    DMatrixRMaj scores = new DMatrixRMaj(x.numRows, x.numRows);
    CommonOps_DDRM.multTransB(1 / Math.sqrt((double) dk), q, product(x, keys), scores);
    for (int i = 0; i < scores.numRows; i++) {
      double most = Double.NEGATIVE_INFINITY;
      for (int j = 0; j < scores.numCols; j++) {
        most = Math.max(most, scores.get(i, j));
      }
      double sum = 0;
      for (int j = 0; j < scores.numCols; j++) {
        scores.set(i, j, Math.exp(scores.get(i, j) - most));
        sum += scores.get(i, j);
      }
      for (int j = 0; j < scores.numCols; j++) {
        scores.set(i, j, scores.get(i, j) / sum);
      }
    }
    return scores;
  }

  private static DMatrixRMaj product(DMatrixRMaj a, DMatrixRMaj b) {
    DMatrixRMaj c = new DMatrixRMaj(a.numRows, b.numCols);
    CommonOps_DDRM.mult(a, b, c);
    return c;
  }

  /** For every token i the d×d_k matrix of the w_ia. */
  private static List<DMatrixRMaj> slopes(DMatrixRMaj x, DMatrixRMaj s, DMatrixRMaj values) {
    DMatrixRMaj means = product(s, x);
    List<DMatrixRMaj> slopes = new ArrayList<>();
    for (int i = 0; i < x.numRows; i++) {
      DMatrixRMaj apart = new DMatrixRMaj(x.numRows, x.numCols);
      for (int j = 0; j < x.numRows; j++) {
        for (int c = 0; c < x.numCols; c++) {
          apart.set(j, c, s.get(i, j) * (x.get(j, c) - means.get(i, c)));
        }
      }
      DMatrixRMaj w = new DMatrixRMaj(x.numCols, values.numCols);
      CommonOps_DDRM.multTransA(apart, values, w);
      slopes.add(w);
    }
    return slopes;
  }

  /** ∂z_ia/∂M before its antisymmetric part is taken, d×d. */
  DMatrixRMaj derivative(int sample, int i, int a) {
    DMatrixRMaj w = CommonOps_DDRM.extractColumn(slopes.get(sample).get(i), a, null);
    DMatrixRMaj x = row(sample, i);
    DMatrixRMaj derivative = new DMatrixRMaj(x.numRows, x.numRows);
    CommonOps_DDRM.multTransB(1 / Math.sqrt((double) dk), x, w, derivative);
    return derivative;
  }

  private DMatrixRMaj row(int sample, int i) {
    DMatrixRMaj all = tokens.get(sample);
    DMatrixRMaj x = new DMatrixRMaj(all.numCols, 1);
    for (int c = 0; c < all.numCols; c++) {
      x.set(c, 0, all.get(i, c));
    }
    return x;
  }

  /** F: ¼/d_k Σ x xᵀ‖w‖² + w wᵀ‖x‖² − (x·w)(x wᵀ + w xᵀ). */
  DMatrixRMaj featureSpace() {
    int d = tokens.get(0).numCols;
    DMatrixRMaj f = new DMatrixRMaj(d, d);
    for (int sample = 0; sample < tokens.size(); sample++) {
      for (int i = 0; i < tokens.get(sample).numRows; i++) {
        DMatrixRMaj x = row(sample, i);
        DMatrixRMaj w = slopes.get(sample).get(i);
        DMatrixRMaj inner = new DMatrixRMaj(w.numCols, 1);
        CommonOps_DDRM.multTransA(w, x, inner);
        DMatrixRMaj mixed = product(w, inner);
        double ww = inner(w, w);
        double xx = inner(x, x);
        CommonOps_DDRM.multAddTransB(ww, x, x, f);
        CommonOps_DDRM.multAddTransB(xx, w, w, f);
        CommonOps_DDRM.multAddTransB(-1, x, mixed, f);
        CommonOps_DDRM.multAddTransB(-1, mixed, x, f);
      }
    }
    CommonOps_DDRM.scale(0.25 / dk, f);
    return f;
  }

  /** Θ, one row and column a record: ½/d_k Σ (x·x')(w·w') − (x·w')(w·x'). */
  DMatrixRMaj sampleSpace() {
    int count = tokens.size();
    DMatrixRMaj theta = new DMatrixRMaj(count, count);
    for (int a = 0; a < count; a++) {
      for (int b = a; b < count; b++) {
        double sum = 0;
        for (int i = 0; i < tokens.get(a).numRows; i++) {
          sum += between(a, b, i);
        }
        theta.set(a, b, sum / (2 * dk));
        theta.set(b, a, sum / (2 * dk));
      }
    }
    return theta;
  }

  private double between(int a, int b, int i) {
    DMatrixRMaj x = row(a, i);
    DMatrixRMaj y = row(b, i);
    DMatrixRMaj w = slopes.get(a).get(i);
    DMatrixRMaj v = slopes.get(b).get(i);
    double xy = inner(x, y);
    double wv = inner(w, v);
    DMatrixRMaj xv = new DMatrixRMaj(v.numCols, 1);
    CommonOps_DDRM.multTransA(v, x, xv);
    DMatrixRMaj wy = new DMatrixRMaj(w.numCols, 1);
    CommonOps_DDRM.multTransA(w, y, wy);
    return xy * wv - inner(xv, wy);
  }

  /** x_iᵀ A x'_i summed over tokens: what A is as a kernel between records. */
  static DMatrixRMaj asKernel(DMatrixRMaj a, List<DMatrixRMaj> tokens) {
    DMatrixRMaj kernel = new DMatrixRMaj(tokens.size(), tokens.size());
    for (int i = 0; i < tokens.size(); i++) {
      DMatrixRMaj left = product(tokens.get(i), a);
      for (int j = 0; j < tokens.size(); j++) {
        kernel.set(i, j, inner(left, tokens.get(j)));
      }
    }
    return kernel;
  }

  /** ⟨A, B⟩, the sum of the products of their numbers. */
  static double inner(DMatrixRMaj a, DMatrixRMaj b) {
    return Vectors.dot(a.data, b.data);
  }

  /** ⟨A, B⟩/(‖A‖‖B‖), 0 where one of them is. */
  static double cosine(DMatrixRMaj a, DMatrixRMaj b) {
    double norms = Math.sqrt(inner(a, a) * inner(b, b));
    return norms > 0 ? inner(a, b) / norms : 0;
  }

  /** The same kernel with the means of rows and columns taken away. */
  static DMatrixRMaj centred(DMatrixRMaj kernel) {
    int n = kernel.numRows;
    double[] rows = new double[n];
    double[] columns = new double[n];
    double all = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        rows[i] += kernel.get(i, j) / n;
        columns[j] += kernel.get(i, j) / n;
        all += kernel.get(i, j) / ((double) n * n);
      }
    }
    DMatrixRMaj centred = new DMatrixRMaj(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        centred.set(i, j, kernel.get(i, j) - rows[i] - columns[j] + all);
      }
    }
    return centred;
  }
}
