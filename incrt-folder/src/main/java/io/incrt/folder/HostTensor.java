package io.incrt.folder;

import io.incrt.base.file.CorruptFileException;
import java.util.Arrays;

/**
 * A tensor's values as Java arrays, in row-major order.
 *
 * @param shape its sizes; empty for a scalar
 * @param values as many numbers as the sizes say
 */
@SuppressWarnings("ArrayRecordComponent") // read by exporters, never changed
public record HostTensor(long[] shape, float[] values) {

  /** No weight that was trained comes near it; its square is still a number. */
  private static final float LARGEST_WEIGHT = 1e12f;

  /** "[2, 3]", for messages. */
  public String shapeText() {
    return Arrays.toString(shape);
  }

  /** Refuses values that no weight of a trained network has. */
  public void requireWeights(String name) {
    for (float value : values) {
      if (!(Math.abs(value) <= LARGEST_WEIGHT)) {
        throw new CorruptFileException(
            "the tensor " + name + " holds " + value + ", which is no weight of a trained network");
      }
    }
  }
}
