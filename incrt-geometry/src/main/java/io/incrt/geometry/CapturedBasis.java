package io.incrt.geometry;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;

/**
 * The captured directions of a layer, Q = [q₁ … q_m]; d×m with orthonormal columns, each owned by
 * the head it was captured for, and the projector P = I − Q Qᵀ (the paper's section "Notation").
 *
 * <p>The columns of one head are adjacent, in the order of birth. New columns pass Gram–Schmidt
 * twice: one pass loses orthogonality as m nears d.
 */
public final class CapturedBasis {

  /** The least norm of a unit vector's part outside the span of Q to count as a new direction. */
  private static final double INDEPENDENT = 1e-10;

  private final int d;
  private final List<double[]> columns = new ArrayList<>();
  private final List<Integer> owners = new ArrayList<>();
  private DMatrixRMaj matrix;
  private double orthogonalityError = Double.NaN;

  /** An empty basis of ℝᵈ. */
  public CapturedBasis(int d) {
    if (d < 1) {
      throw new IllegalArgumentException("the dimension d must be at least 1 but is " + d);
    }
    this.d = d;
  }

  /** The dimension d. */
  public int dimension() {
    return d;
  }

  /** The number m of captured directions. */
  public int size() {
    return columns.size();
  }

  /** The head that owns column {@code index}. */
  public int owner(int index) {
    return owners.get(index);
  }

  /** Column {@code index}, as a copy. */
  public double[] column(int index) {
    return columns.get(index).clone();
  }

  /** The columns owned by a head, as copies, in the order they were captured. */
  public List<double[]> columnsOf(int head) {
    List<double[]> own = new ArrayList<>();
    for (int i = 0; i < size(); i++) {
      if (owners.get(i) == head) {
        own.add(column(i));
      }
    }
    return own;
  }

  /** Captures a direction for a head: its part outside the span of Q becomes a new column. */
  public void add(int head, double[] direction) {
    Shapes.requireVector(direction, d, "a captured direction");
    double[] column = direction.clone();
    if (Vectors.normalise(column) == 0 || !orthonormalise(column)) {
      throw new IllegalArgumentException(
          "the direction for head "
              + head
              + " lies in the span of the "
              + size()
              + " directions already captured, so it adds nothing");
    }
    columns.add(column);
    owners.add(head);
    invalidate();
  }

  /** Adds a column exactly as it was, when a state is restored. */
  public void restore(int head, double[] column) {
    columns.add(Shapes.requireVector(column, d, "a captured direction").clone());
    owners.add(head);
    invalidate();
  }

  /** Removes the columns a head owns. */
  public void remove(int head) {
    for (int i = size() - 1; i >= 0; i--) {
      if (owners.get(i) == head) {
        columns.remove(i);
        owners.remove(i);
      }
    }
    invalidate();
  }

  /** Drops the values cached from the columns. */
  private void invalidate() {
    matrix = null;
    orthogonalityError = Double.NaN;
  }

  /** x ← P x, one pass. */
  public void project(double[] x) {
    for (double[] column : columns) {
      Vectors.addScaled(x, -Vectors.dot(column, x), column);
    }
  }

  /**
   * x ← P x / ‖P x‖ by two passes of Gram–Schmidt.
   *
   * @return whether a direction remained; if not, x is undefined
   */
  public boolean orthonormalise(double[] x) {
    double before = Vectors.norm(x);
    project(x);
    if (!(Vectors.normalise(x) > INDEPENDENT * before)) {
      return false;
    }
    project(x);
    return Vectors.normalise(x) > 0.5;
  }

  /** A random unit vector orthogonal to Q and to {@code others}; null when none is left. */
  public double[] randomOutside(Random random, double[]... others) {
    if (size() + others.length >= d) {
      return null;
    }
    while (true) {
      double[] x = Vectors.randomDirection(d, random);
      if (orthonormaliseAgainst(x, others)) {
        return x;
      }
    }
  }

  /**
   * x ← the unit vector along the part of x orthogonal to Q and to the given orthonormal vectors. A
   * second pass is made only if the first removed much of x, which loses digits.
   *
   * @return whether such a part remained
   */
  public boolean orthonormaliseAgainst(double[] x, double[]... others) {
    if (Vectors.normalise(x) == 0) {
      return false;
    }
    double left;
    int passes = 0;
    do {
      for (double[] other : others) {
        Vectors.addScaled(x, -Vectors.dot(other, x), other);
      }
      project(x);
      left = Vectors.normalise(x);
      passes++;
    } while (left > INDEPENDENT && left < 0.7 && passes < 3);
    return left >= 0.7;
  }

  /** Q as a d×m matrix; not to be changed by the caller. */
  public DMatrixRMaj matrix() {
    if (matrix == null) {
      int m = size();
      DMatrixRMaj q = new DMatrixRMaj(d, m);
      for (int j = 0; j < m; j++) {
        double[] column = columns.get(j);
        for (int i = 0; i < d; i++) {
          q.data[i * m + j] = column[i];
        }
      }
      matrix = q;
    }
    return matrix;
  }

  /** max |QᵀQ − I|: how far the columns are from orthonormal. */
  public double orthogonalityError() {
    if (Double.isNaN(orthogonalityError)) {
      orthogonalityError = worstProduct();
    }
    return orthogonalityError;
  }

  private double worstProduct() {
    double worst = 0;
    for (int i = 0; i < size(); i++) {
      for (int j = i; j < size(); j++) {
        double expected = i == j ? 1 : 0;
        worst = Math.max(worst, Math.abs(Vectors.dot(columns.get(i), columns.get(j)) - expected));
      }
    }
    return worst;
  }
}
