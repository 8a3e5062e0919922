package io.incrt.geometry;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The energies of a layer, read off W = B Q and S = Qᵀ B Q without forming A.
 *
 * <pre>
 *   Γ²     = ‖B‖²                       Γ_res² = ‖P B P‖² = ‖B‖² − 2‖W‖² + ‖S‖²
 *   Γ_h²   = ‖P₋ₕ B P₋ₕ‖² − ‖P B P‖²    = 2‖P B Q_h‖² + ‖Q_hᵀ B Q_h‖²
 *   V_h    = ‖P_≤h B Q_h‖²              = ‖P B Q_h‖² + Σ_{g born after h} ‖Q_gᵀ B Q_h‖²
 *   W_t    = Γ_res² + Σ_h V_h
 * </pre>
 *
 * <p>Γ_h is the energy that pruning head h would return to the residual. V_h is how far head h's
 * directions are from an invariant subspace of the operator they were taken from: zero for a
 * converged gate. The paper adds norms in W_t but argues with squares; with squares a birth lowers
 * W_t by V_h + ‖Q_hᵀ B Q_h‖², and a pruning raises it by Γ_h² − ‖P B Q_h‖², never by more than the
 * pruned energy. Cost: O(d²m).
 *
 * @param directed Γ
 * @param residual Γ_res
 * @param heads the energy Γ_h of each head that owns directions, in the order of birth
 * @param deviations the gate deviation V_h of each such head
 */
public record ResidualEnergies(
    double directed, double residual, Map<Integer, Double> heads, Map<Integer, Double> deviations) {

  /**
   * Below this share of ‖B‖², the difference that gives Γ_res² is rounding: A is formed instead.
   */
  private static final double CANCELLATION = 1e-9;

  /** Measures a residual operator. */
  public static ResidualEnergies of(ResidualOperator a) {
    double total = squaredNorm(a.directed().matrix());
    CapturedBasis basis = a.basis();
    int m = basis.size();
    if (!Double.isFinite(total)) {
      throw new IllegalArgumentException(
          "the directed energy ‖B‖ is not a finite number: the tokens or the motors have overflowed");
    }
    if (m == 0) {
      return new ResidualEnergies(Math.sqrt(total), Math.sqrt(total), Map.of(), Map.of());
    }
    DMatrixRMaj q = basis.matrix();
    DMatrixRMaj w = DenseProduct.of(a.directed().matrix(), q);
    DMatrixRMaj s = DenseProduct.of(CommonOps_DDRM.transpose(q, (DMatrixRMaj) null), w);
    double[] outside = new double[m];
    double captured = 0;
    for (int i = 0; i < a.dimension(); i++) {
      for (int j = 0; j < m; j++) {
        outside[j] += square(w.data[i * m + j]);
      }
    }
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        outside[j] -= square(s.data[i * m + j]);
        captured += square(s.data[i * m + j]);
      }
    }
    for (int j = 0; j < m; j++) {
      outside[j] = Math.max(0, outside[j]);
      captured += 2 * outside[j];
    }
    double left = m == a.dimension() ? 0 : total - captured;
    if (m < a.dimension() && left < CANCELLATION * total) {
      left = squaredNorm(a.matrix());
    }
    Map<Integer, Double> heads = new LinkedHashMap<>();
    Map<Integer, Double> deviations = new LinkedHashMap<>();
    for (int from = 0; from < m; ) {
      int head = basis.owner(from);
      int to = from;
      while (to < m && basis.owner(to) == head) {
        to++;
      }
      double beyond = 0;
      double own = 0;
      double later = 0;
      for (int j = from; j < to; j++) {
        beyond += outside[j];
        for (int i = from; i < to; i++) {
          own += square(s.data[i * m + j]);
        }
        for (int i = to; i < m; i++) {
          later += square(s.data[i * m + j]);
        }
      }
      heads.put(head, Math.sqrt(2 * beyond + own));
      deviations.put(head, beyond + later);
      from = to;
    }
    return new ResidualEnergies(Math.sqrt(total), Math.sqrt(left), heads, deviations);
  }

  /** The layer's share of the Lyapunov function, Γ_res² + Σ V_h. */
  public double lyapunov() {
    double w = square(residual);
    for (double deviation : deviations.values()) {
      w += deviation;
    }
    return w;
  }

  private static double squaredNorm(DMatrixRMaj m) {
    return Vectors.dot(m.data, m.data);
  }

  private static double square(double x) {
    return x * x;
  }
}
