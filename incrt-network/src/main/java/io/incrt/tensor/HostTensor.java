package io.incrt.tensor;

import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;

/**
 * A tensor's values as Java arrays, in row-major order.
 *
 * @param shape its sizes; empty for a scalar
 * @param values as many numbers as the sizes say
 */
@SuppressWarnings("ArrayRecordComponent") // read by exporters, never changed
public record HostTensor(long[] shape, float[] values) {

  public static HostTensor of(Tensor tensor) {
    long[] shape = new long[Math.toIntExact(tensor.dim())];
    for (int i = 0; i < shape.length; i++) {
      shape[i] = tensor.size(i);
    }
    return new HostTensor(shape, Libtorch.toFloats(tensor));
  }

  /** A tensor of libtorch with these numbers. */
  Tensor toTensor() {
    Tensor flat = Tensor.create(values);
    return flat.reshape(shape);
  }

  /** "[2, 3]", for messages. */
  String shapeText() {
    return Arrays.toString(shape);
  }
}
