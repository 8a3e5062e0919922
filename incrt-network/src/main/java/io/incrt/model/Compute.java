package io.incrt.model;

import io.incrt.settings.TrainingSettings.Precision;
import io.incrt.tensor.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * How a network computes.
 *
 * @param device where its parameters live
 * @param precision of the attention products; parameters, norms, loss and Gram matrices are always
 *     float32
 */
public record Compute(Device device, Precision precision) {

  /** Single precision on the CPU. */
  public static final Compute DEFAULT = new Compute(Device.CPU, Precision.FLOAT32);

  /** A factor of an attention product; gradients come back through the cast in float32. */
  Tensor factor(Tensor exact) {
    return precision == Precision.FLOAT32 ? exact : exact.to(torch.ScalarType.BFloat16);
  }

  /** What a product adds to the stream, in float32. */
  Tensor exact(Tensor product) {
    return precision == Precision.FLOAT32 ? product : product.to(torch.ScalarType.Float);
  }
}
