package io.incrt.tensor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.InferenceMode;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Access to libtorch: loads it once, in an order that works even if another libtorch is installed,
 * and copies tensors to arrays. Whatever is created inside a {@link PointerScope} is released with
 * it, except what {@link #keep} retains.
 */
public final class Libtorch {

  /** What a norm adds to the variance, so that it never divides by zero. */
  public static final double NORM_EPSILON = 1e-5;

  private static boolean loaded;

  private Libtorch() {}

  /** Loads the native libraries; later calls do nothing. */
  public static synchronized void load() {
    if (loaded) {
      return;
    }
    // Otherwise native memory beyond four times the heap counts as out of memory.
    System.setProperty("org.bytedeco.javacpp.maxphysicalbytes", "0");
    if (InstalledTorch.isAskedFor()) {
      InstalledTorch.folder().ifPresent(InstalledTorch::requireTried);
    } else {
      unpackBundled();
    }
    Loader.load(torch.class);
    loaded = true;
  }

  private static void unpackBundled() {
    // MKL where it is on the class path; javacpp reads the property when it loads the BLAS.
    if (Libtorch.class.getClassLoader().getResource("org/bytedeco/mkl/global/mkl_rt.class") != null
        && System.getProperty("org.bytedeco.openblas.load") == null) {
      System.setProperty("org.bytedeco.openblas.load", "mkl");
    }
    String platform = Loader.getPlatform();
    if (platform.startsWith("linux")) {
      // A system-wide libtorch would be bound before the bundled libtorch_cpu is unpacked.
      for (String library :
          List.of(
              "libgomp.so.1", "libc10.so", "libtorch_cpu.so", "libtorch.so", "libjnitorch.so")) {
        try {
          Loader.cacheResource(torch.class, platform + "/" + library);
        } catch (IOException e) {
          throw new UncheckedIOException("cannot unpack " + library, e);
        }
      }
    }
  }

  /** Retains a tensor beyond the scope it was created in; {@link Pointer#close} releases it. */
  public static <P extends Pointer> P keep(P pointer) {
    pointer.retainReference();
    return pointer;
  }

  /** Runs work in a scope of its own: every tensor it creates and does not keep is released. */
  public static <T> T scoped(Supplier<T> work) {
    PointerScope scope = new PointerScope();
    try {
      return work.get();
    } finally {
      scope.close();
    }
  }

  /** Threads that compute one task each, which libtorch does not parallelise further. */
  public static ExecutorService workers(int threads) {
    torch.set_num_threads(1);
    return Executors.newFixedThreadPool(
        threads,
        task -> {
          Thread worker =
              new Thread(
                  () -> {
                    torch.set_num_threads(1);
                    task.run();
                  },
                  "incrt-worker");
          worker.setDaemon(true);
          return worker;
        });
  }

  /** Runs small work in this thread alone, since waking others would take longer. */
  public static <T> T inOneThread(Supplier<T> work) {
    int before = torch.get_num_threads();
    if (before == 1) {
      return work.get();
    }
    torch.set_num_threads(1);
    try {
      return work.get();
    } finally {
      torch.set_num_threads(before);
    }
  }

  /**
   * Runs work in inference mode: cheaper than {@link #withoutGradients}, but its results can never
   * be part of a gradient.
   */
  public static <T> T inferring(Supplier<T> work) {
    InferenceMode guard = new InferenceMode(true);
    try {
      return work.get();
    } finally {
      guard.close();
    }
  }

  /** Runs work without recording gradients. */
  public static <T> T withoutGradients(Supplier<T> work) {
    NoGradGuard guard = new NoGradGuard();
    try {
      return work.get();
    } finally {
      guard.close();
    }
  }

  /** Every token normalised over its last dimension, then scaled and shifted. */
  public static Tensor layerNorm(Tensor x, Parameter gain, Parameter bias) {
    return torch.layer_norm(
        x,
        new long[] {gain.value().size(0)},
        new TensorOptional(gain.value()),
        new TensorOptional(bias.value()),
        NORM_EPSILON,
        true);
  }

  /** The numbers of a float tensor, row by row; waits for the device they are computed on. */
  public static float[] toFloats(Tensor tensor) {
    Tensor dense = tensor.detach().cpu().contiguous();
    FloatBuffer buffer = dense.createBuffer();
    float[] values = new float[Math.toIntExact(dense.numel())];
    buffer.get(values);
    return values;
  }

  /** The numbers of a float matrix, one array per row; waits for the device. */
  public static List<float[]> rows(Tensor matrix) {
    float[] flat = toFloats(matrix);
    int columns = Math.toIntExact(matrix.size(1));
    List<float[]> rows = new ArrayList<>();
    for (int from = 0; from < flat.length; from += columns) {
      rows.add(Arrays.copyOfRange(flat, from, from + columns));
    }
    return rows;
  }

  /** The numbers of a float tensor as doubles, row by row. */
  public static double[] toDoubles(Tensor tensor) {
    float[] floats = toFloats(tensor);
    double[] values = new double[floats.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = floats[i];
    }
    return values;
  }
}
