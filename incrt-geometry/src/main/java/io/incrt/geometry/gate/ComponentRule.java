package io.incrt.geometry.gate;

import io.incrt.geometry.Vectors;

/**
 * One update of a vector u towards an extreme eigenvector of a symmetric A, given A u.
 *
 * <p>All are written for the operator itself; a rule of the literature that draws a sample x and y
 * = uᵀx becomes this by taking expectations (E[y x] = A u, E[y²] = uᵀAu).
 */
public enum ComponentRule {

  /** Oja's rule for the major eigenvector, u ← norm[u + η(Au − R u)] (eq:oja). */
  OJA_MAJOR(true) {
    @Override
    public void move(double[] u, double[] au, double step, double shift) {
      double r = Vectors.dot(u, au) / Vectors.dot(u, u);
      gradientStep(u, au, r, step);
      Vectors.normalise(u);
    }
  },

  /**
   * MCA EXIN on A + cI: u ← norm[u − η(R + c)(Au − R u)] with c ≥ ‖A‖₂ the {@code shift}. The
   * shifted matrix is positive semi-definite and has the same eigenvectors, so the factor never
   * changes sign and the minor eigenvector is reached (departs from eq:mca, which has c = 0).
   */
  EXIN_SHIFTED(false) {
    @Override
    public void move(double[] u, double[] au, double step, double shift) {
      double r = Vectors.dot(u, au) / Vectors.dot(u, u);
      gradientStep(u, au, r, -step * (r + shift));
      Vectors.normalise(u);
    }
  },

  /**
   * MCA EXIN exactly as eq:mca prints it: u ← norm[u − (η ỹ/‖u‖²)(Au − (ỹ/‖u‖²) u)], ỹ = uᵀAu. On
   * an indefinite A its factor ỹ changes sign and the rule stops where uᵀAu = 0.
   */
  EXIN_PRINTED(false) {
    @Override
    public void move(double[] u, double[] au, double step, double shift) {
      double y = Vectors.dot(u, au);
      double square = Vectors.dot(u, u);
      gradientStep(u, au, y / square, -step * y / square);
      Vectors.normalise(u);
    }
  },

  /** OJA for the minor eigenvector: u ← u − η(Au − (uᵀAu) u), never normalised. */
  OJA(false) {
    @Override
    public void move(double[] u, double[] au, double step, double shift) {
      gradientStep(u, au, Vectors.dot(u, au), -step);
    }
  },

  /** LUO: u ← u − η(‖u‖² Au − (uᵀAu) u), never normalised. */
  LUO(false) {
    @Override
    public void move(double[] u, double[] au, double step, double shift) {
      double square = Vectors.dot(u, u);
      gradientStep(u, au, Vectors.dot(u, au) / square, -step * square);
    }
  },

  /** FENG: u ← u − η(‖u‖² Au − u), never normalised. */
  FENG(false) {
    @Override
    public void move(double[] u, double[] au, double step, double shift) {
      double square = Vectors.dot(u, u);
      gradientStep(u, au, 1 / square, -step * square);
    }
  };

  private final boolean major;

  ComponentRule(boolean major) {
    this.major = major;
  }

  /** Whether the rule is meant for the largest eigenvalue; the others are for the smallest. */
  public boolean seeksMajor() {
    return major;
  }

  /**
   * Moves u one step.
   *
   * @param au A u for the u before the step
   * @param step the step η
   * @param shift the c of {@link #EXIN_SHIFTED}; ignored by the other rules
   */
  public abstract void move(double[] u, double[] au, double step, double shift);

  /** u ← u + s (Au − r u). */
  private static void gradientStep(double[] u, double[] au, double r, double s) {
    for (int i = 0; i < u.length; i++) {
      u[i] += s * (au[i] - r * u[i]);
    }
  }
}
