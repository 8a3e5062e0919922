package io.incrt.tensor;

import io.incrt.folder.HostTensor;
import org.bytedeco.pytorch.Tensor;

/** Copies tensors of libtorch to Java arrays, and back. */
public final class HostCopy {

  private HostCopy() {}

  /** The values of a tensor. */
  public static HostTensor of(Tensor tensor) {
    long[] shape = new long[Math.toIntExact(tensor.dim())];
    for (int i = 0; i < shape.length; i++) {
      shape[i] = tensor.size(i);
    }
    return new HostTensor(shape, Libtorch.toFloats(tensor));
  }

  /** A tensor of libtorch with these numbers. */
  static Tensor tensor(HostTensor host) {
    return Tensor.create(host.values()).reshape(host.shape());
  }
}
