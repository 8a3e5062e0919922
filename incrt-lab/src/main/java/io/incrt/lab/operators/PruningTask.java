package io.incrt.lab.operators;

import java.util.Random;
import org.ejml.data.DMatrixRMaj;

/**
 * The synthetic operator of the pruning experiment: in ℝ⁸, dominant energy in {e₁, e₂, e₃} for five
 * epochs, then at once in {e₅, e₆, e₇}. The paper gives no magnitudes; these are 3, 2.5 and 2 over
 * a background of ±0.03, with fresh noise of 0.005 in every batch.
 */
final class PruningTask {

  static final int DIMENSION = 8;
  static final int EPOCHS = 10;
  static final int SHIFT_EPOCH = 6;
  static final int STEPS_PER_EPOCH = 400;
  static final long SHIFT_STEP = (long) (SHIFT_EPOCH - 1) * STEPS_PER_EPOCH;
  static final long STEPS = (long) EPOCHS * STEPS_PER_EPOCH;

  private static final double[] DOMINANT = {3, 2.5, 2};
  private static final double BACKGROUND = 0.03;
  private static final double NOISE = 0.005;

  private final Random random;

  PruningTask(long seed) {
    this.random = new Random(seed);
  }

  /** The first of the three dominant axes at a step, counted from 0. */
  static int firstAxis(long step) {
    return step < SHIFT_STEP ? 0 : 4;
  }

  /** The eigenvalues of the operator without noise. */
  static double[] spectrum() {
    double[] values = new double[DIMENSION];
    for (int i = 0; i < DIMENSION; i++) {
      values[i] = i < DOMINANT.length ? DOMINANT[i] : (i % 2 == 0 ? BACKGROUND : -BACKGROUND);
    }
    return values;
  }

  /** The operator of one batch; call it step by step. */
  DMatrixRMaj at(long step) {
    DMatrixRMaj b = new DMatrixRMaj(DIMENSION, DIMENSION);
    double[] values = spectrum();
    for (int i = 0; i < DIMENSION; i++) {
      // Axis firstAxis carries the first value, and so on round the circle.
      b.set((i + firstAxis(step)) % DIMENSION, (i + firstAxis(step)) % DIMENSION, values[i]);
    }
    for (int i = 0; i < DIMENSION; i++) {
      for (int j = 0; j <= i; j++) {
        double noise = NOISE * random.nextGaussian();
        b.set(i, j, b.get(i, j) + noise);
        if (i != j) {
          b.set(j, i, b.get(j, i) + noise);
        }
      }
    }
    return b;
  }
}
