package io.incrt.geometry.prediction;

/**
 * The constants of thm:ntk and cor:ntk: c = σ_V² d_v/(d_k n) between the geometric and the kernel
 * criterion, and σ_V*² = d_k n/d_v, which makes it 1.
 */
public final class NtkConstants {

  private NtkConstants() {}

  /** c for a value variance σ_V², d_v value and d_k key dimensions and n tokens. */
  public static double alignment(double valueVariance, int dv, int dk, int n) {
    return valueVariance * dv / ((double) dk * n);
  }

  /** σ_V*². */
  public static double optimalValueVariance(int dk, int n, int dv) {
    return (double) dk * n / dv;
  }
}
