package io.incrt.folder;

import java.util.Arrays;

/**
 * A tensor's values as Java arrays, in row-major order.
 *
 * @param shape its sizes; empty for a scalar
 * @param values as many numbers as the sizes say
 */
@SuppressWarnings("ArrayRecordComponent") // read by exporters, never changed
public record HostTensor(long[] shape, float[] values) {

  /** "[2, 3]", for messages. */
  public String shapeText() {
    return Arrays.toString(shape);
  }
}
