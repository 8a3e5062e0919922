package io.incrt.geometry;

import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * C ← A B for row-major matrices, two rows by four terms at a time.
 *
 * <p>EJML's own product spends most of its time loading and storing C. The check of a layer is
 * three products, and with this kernel it fits its budget; {@code DenseProductBenchmark} compares
 * the two.
 */
final class DenseProduct {

  /** Terms of the inner sum per sweep over C: the rows of B in use then stay in the L1 cache. */
  private static final int DEPTH = 16;

  /** Rows of C per task, and the number of products from which threads pay off. */
  private static final int ROWS = 32;

  private static final long LARGE = 1 << 20;

  private DenseProduct() {}

  /** A (p×q) times B (q×r). */
  static DMatrixRMaj of(DMatrixRMaj a, DMatrixRMaj b) {
    if (a.numCols != b.numRows) {
      throw new IllegalArgumentException(
          "cannot multiply " + Shapes.of(a) + " by " + Shapes.of(b) + ": inner sizes differ");
    }
    DMatrixRMaj c = new DMatrixRMaj(a.numRows, b.numCols);
    int blocks = (a.numRows + ROWS - 1) / ROWS;
    IntStream range = IntStream.range(0, blocks);
    boolean large = (long) a.numRows * a.numCols * b.numCols >= LARGE;
    // Every row is summed in the same order by any thread: the result is the same to the bit.
    (large ? range.parallel() : range)
        .forEach(block -> rows(a, b, c, block * ROWS, Math.min(a.numRows, (block + 1) * ROWS)));
    return c;
  }

  /** Rows {@code first} to {@code last − 1} of C. */
  private static void rows(DMatrixRMaj a, DMatrixRMaj b, DMatrixRMaj c, int first, int last) {
    int q = a.numCols;
    int r = b.numCols;
    for (int from = 0; from < q; from += DEPTH) {
      int to = Math.min(q, from + DEPTH);
      int i = first;
      for (; i + 1 < last; i += 2) {
        int k = from;
        for (; k + 3 < to; k += 4) {
          twoRowsFourTerms(a.data, i * q + k, q, b.data, k * r, c.data, i * r, r);
        }
        for (; k < to; k++) {
          oneTerm(a.data[i * q + k], b.data, k * r, c.data, i * r, r);
          oneTerm(a.data[(i + 1) * q + k], b.data, k * r, c.data, (i + 1) * r, r);
        }
      }
      if (i < last) {
        for (int k = from; k < to; k++) {
          oneTerm(a.data[i * q + k], b.data, k * r, c.data, i * r, r);
        }
      }
    }
  }

  private static void twoRowsFourTerms(
      double[] a, int a0, int q, double[] b, int b0, double[] c, int c0, int r) {
    int a1 = a0 + q;
    double p0 = a[a0];
    double p1 = a[a0 + 1];
    double p2 = a[a0 + 2];
    double p3 = a[a0 + 3];
    double q0 = a[a1];
    double q1 = a[a1 + 1];
    double q2 = a[a1 + 2];
    double q3 = a[a1 + 3];
    int c1 = c0 + r;
    int b1 = b0 + r;
    int b2 = b1 + r;
    int b3 = b2 + r;
    for (int j = 0; j < r; j++) {
      double x0 = b[b0 + j];
      double x1 = b[b1 + j];
      double x2 = b[b2 + j];
      double x3 = b[b3 + j];
      c[c0 + j] = fma4(p0, x0, p1, x1, p2, x2, p3, x3, c[c0 + j]);
      c[c1 + j] = fma4(q0, x0, q1, x1, q2, x2, q3, x3, c[c1 + j]);
    }
  }

  private static double fma4(
      double p0,
      double x0,
      double p1,
      double x1,
      double p2,
      double x2,
      double p3,
      double x3,
      double c) {
    return Math.fma(p3, x3, Math.fma(p2, x2, Math.fma(p1, x1, Math.fma(p0, x0, c))));
  }

  private static void oneTerm(double s, double[] b, int b0, double[] c, int c0, int r) {
    for (int j = 0; j < r; j++) {
      c[c0 + j] = Math.fma(s, b[b0 + j], c[c0 + j]);
    }
  }
}
