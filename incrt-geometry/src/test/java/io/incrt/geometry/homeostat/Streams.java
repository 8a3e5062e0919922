package io.incrt.geometry.homeostat;

import io.incrt.geometry.DirectedOperator;
import io.incrt.geometry.Motor;
import io.incrt.geometry.RandomMatrices;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;

/** Random stationary operators with spectra of several shapes. */
final class Streams {

  /** Shapes of spectra. */
  enum Shape {
    FLAT,
    DECAYING,
    SPIKED,
    DEGENERATE,
    DEFINITE,
    COMMUTATOR
  }

  /** All shapes. */
  static final List<Shape> SHAPES = List.of(Shape.values());

  private Streams() {}

  /** A symmetric d×d operator with a random scale. */
  static DMatrixRMaj operator(Shape shape, int d, Random random) {
    if (shape == Shape.COMMUTATOR) {
      return DirectedOperator.of(
              RandomMatrices.gram(d, 3 * d, random),
              Motor.of(RandomMatrices.gaussian(d, d, random)))
          .matrix();
    }
    double scale = Math.exp(4 * random.nextGaussian());
    double decay = 0.5 + 0.45 * random.nextDouble();
    double[] values = new double[d];
    double mean = 0;
    for (int i = 0; i < d; i++) {
      double sign = shape == Shape.DEFINITE || random.nextBoolean() ? 1 : -1;
      values[i] =
          scale
              * switch (shape) {
                case FLAT -> sign * (0.9 + 0.2 * random.nextDouble());
                case DECAYING -> sign * Math.pow(decay, i);
                case SPIKED -> i < 3 ? sign * (3 + i) : sign * 0.05 * random.nextDouble();
                case DEGENERATE -> sign * (1 + i % 3);
                default -> random.nextDouble();
              };
      mean += values[i] / d;
    }
    if (shape == Shape.DECAYING && random.nextBoolean()) {
      for (int i = 0; i < d; i++) {
        values[i] -= mean;
      }
    }
    return RandomMatrices.withSpectrum(values, RandomMatrices.orthogonal(d, random));
  }
}
