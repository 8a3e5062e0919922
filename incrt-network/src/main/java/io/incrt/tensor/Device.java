package io.incrt.tensor;

import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Where tensors are stored and computed. Parameters are drawn on the CPU for both. */
public enum Device {
  /** The CPU, with the bundled libtorch. */
  CPU,
  /** One NVIDIA GPU, with the libtorch of an installed PyTorch. */
  CUDA;

  /** CUDA where libtorch finds a GPU, otherwise the CPU. */
  public static Device best() {
    Libtorch.load();
    return torch.cuda_is_available() ? CUDA : CPU;
  }

  /**
   * Loads libtorch and checks that it can compute on this device.
   *
   * @throws IllegalArgumentException if it cannot, with what was found and what is needed
   */
  public void require() {
    Libtorch.load();
    if (this == CPU || torch.cuda_is_available()) {
      return;
    }
    throw new IllegalArgumentException("there is no CUDA: " + InstalledTorch.whyNoCuda());
  }

  /** Waits until all submitted work is done. */
  public void await() {
    if (this == CUDA) {
      torch.cuda_synchronize();
    }
  }

  /** Whether a tensor is on this device. */
  public boolean holds(Tensor tensor) {
    return tensor.is_cuda() == (this == CUDA);
  }

  /**
   * Copies a tensor to this device. The copy to a GPU is asynchronous, from pinned memory; from
   * pageable memory it would wait for all pending work of the GPU.
   */
  public Tensor place(Tensor tensor) {
    return this == CPU ? tensor : copy(tensor.pin_memory(), torch.DeviceType.CUDA);
  }

  /** Copies a tensor to the host, which may read it after {@link #await}. */
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
