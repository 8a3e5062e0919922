package io.incrt.tensor;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * How tensors are laid out in memory. The fused kernels read parameters and gradients as flat
 * arrays, whatever their strides: two with different layouts would silently be combined wrongly.
 */
public final class MemoryLayout {

  private MemoryLayout() {}

  /** A column-major matrix transposed, so that it is row-major; other tensors as they are. */
  public static Tensor rows(Tensor tensor) {
    return isColumnMajor(tensor) ? tensor.t() : tensor;
  }

  private static boolean isColumnMajor(Tensor tensor) {
    return tensor.dim() == 2 && tensor.stride(0) == 1 && tensor.stride(1) == tensor.size(0);
  }

  /** A gradient laid out as {@link #rows} of its parameter's value is. */
  static Tensor like(Tensor value, Tensor gradient) {
    boolean same = true;
    for (int side = 0; side < value.dim(); side++) {
      same &= value.size(side) == 1 || value.stride(side) == gradient.stride(side);
    }
    Tensor alike = same ? gradient : torch.empty_like(value).requires_grad_(false).copy_(gradient);
    return isColumnMajor(value) ? alike.t() : alike;
  }
}
