package io.incrt.tensor;

import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Where tensors live and are computed on. Parameters are drawn on the CPU for both. */
public enum Device {
  /** The processor, with the libtorch that comes along. */
  CPU,
  /** One NVIDIA GPU, with the libtorch of an installed PyTorch. */
  CUDA;

  /** CUDA where libtorch finds a GPU, otherwise the CPU. */
  public static Device best() {
    Libtorch.load();
    return torch.cuda_is_available() ? CUDA : CPU;
  }

  /**
   * Loads libtorch and makes sure that it can compute here.
   *
   * @throws IllegalArgumentException where it cannot, saying what was found and what would be right
   */
  public void require() {
    Libtorch.load();
    if (this == CPU || torch.cuda_is_available()) {
      return;
    }
    throw new IllegalArgumentException("there is no CUDA: " + InstalledTorch.whyNoCuda());
  }

  /** Waits until all that was asked for is computed. */
  public void await() {
    if (this == CUDA) {
      torch.cuda_synchronize();
    }
  }

  /** Whether a tensor lives here. */
  public boolean holds(Tensor tensor) {
    return tensor.is_cuda() == (this == CUDA);
  }

  /**
   * The same numbers here. The copy to a GPU is not waited for: from memory that the system may
   * move it would wait for all that the GPU still has to do.
   */
  public Tensor place(Tensor tensor) {
    return this == CPU ? tensor : copy(tensor.pin_memory(), torch.DeviceType.CUDA);
  }

  /** The same numbers where the host can read them, which it may once it has waited. */
  public Tensor fetch(Tensor tensor) {
    return this == CPU ? tensor : copy(tensor, torch.DeviceType.CPU);
  }

  private static Tensor copy(Tensor tensor, torch.DeviceType to) {
    return tensor.to(
        new org.bytedeco.pytorch.Device(to),
        tensor.scalar_type(),
        true,
        false,
        new MemoryFormatOptional());
  }
}
