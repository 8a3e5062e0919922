package io.incrt.tensor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.InferenceMode;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
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

  /** For fewer values one call of libtorch takes less time than the several calls of our own. */
  private static final long FEW = 1 << 13;

  /** What 16 bits can be. */
  private static final long DRAWS = 1 << 16;

  private static boolean loaded;

  /** What was kept by the thing that this thread is building. */
  private static final ThreadLocal<List<Pointer>> BUILDING = new ThreadLocal<>();

  private static final ReentrantLock GENERATOR = new ReentrantLock();

  /** The threads that one computation may use. */
  private static volatile int threads;

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
    }
    FirstUnpacking.load(
        () -> {
          if (!InstalledTorch.isAskedFor()) {
            unpackBundled();
          }
          Loader.load(torch.class);
        });
    threads = torch.get_num_threads();
    loaded = true;
  }

  /**
   * Begins to load the native libraries while other things are done; {@link #load} then waits for
   * them. What fails here fails there again, where someone is told.
   */
  public static void loadAhead() {
    Thread loading =
        new Thread(
            () -> {
              try {
                load();
              } catch (RuntimeException | LinkageError e) {
                // Said by load.
              }
            },
            "incrt-load");
    loading.setDaemon(true);
    loading.start();
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
    List<Pointer> building = BUILDING.get();
    if (building != null) {
      building.add(pointer);
    }
    return pointer;
  }

  /**
   * Builds something that keeps tensors, in a scope of its own. If that fails half-way, what was
   * kept so far is released: nobody else could.
   */
  public static <T> T building(Supplier<T> work) {
    List<Pointer> outer = BUILDING.get();
    List<Pointer> kept = new ArrayList<>();
    boolean built = false;
    BUILDING.set(kept);
    try {
      T result = scoped(work);
      built = true;
      return result;
    } finally {
      BUILDING.set(outer);
      if (!built) {
        kept.forEach(Pointer::close);
      } else if (outer != null) {
        outer.addAll(kept);
      }
    }
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

  /**
   * Runs work that draws random numbers of libtorch, from a seed on. There is one generator for the
   * whole process, so who needs it alone waits until nobody else has it.
   */
  public static <T> T seeded(long seed, boolean alone, Supplier<T> work) {
    if (alone) {
      GENERATOR.lock();
    }
    try {
      useAllThreads();
      torch.manual_seed(seed);
      return work.get();
    } finally {
      if (alone) {
        GENERATOR.unlock();
      }
    }
  }

  /** Lets every computation of this process use so many threads. */
  public static void useThreads(int count) {
    load();
    threads = count;
    torch.set_num_threads(count);
  }

  /**
   * Gives this thread's computations all the threads they may use. A new thread may begin with
   * fewer, if another was {@link #inOneThread} at that moment, and the last bits of a sum depend on
   * their number.
   */
  public static void useAllThreads() {
    if (torch.get_num_threads() != threads) {
      torch.set_num_threads(threads);
    }
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

  /** The different numbers of an integer tensor, in ascending order. */
  public static Tensor distinct(Tensor numbers) {
    return Foreach.call(
            "aten::_unique2",
            "",
            new IValue(numbers),
            new IValue(true),
            new IValue(false),
            new IValue(false))
        .get(0)
        .toTensor();
  }

  /**
   * Sets a share of the values to zero, drawn anew each time, and scales up the others.
   *
   * <p>Four values share one draw of 64 bits: libtorch's own dropout draws for each of them, one
   * after the other, which was a fifth of a training step.
   *
   * @param share rounded to 65 536ths
   */
  public static Tensor dropout(Tensor x, double share) {
    long dropped = Math.min(Math.round(share * DRAWS), DRAWS - 1);
    if (dropped == 0) {
      return x;
    }
    long count = x.numel();
    if (count < FEW) {
      return torch.dropout(x, share, true);
    }
    Tensor draws =
        x.new_empty(
                new long[] {(count + 3) / 4},
                x.options().dtype(new ScalarTypeOptional(torch.ScalarType.Long)))
            .random_(Long.MIN_VALUE, new LongOptional())
            .view(torch.ScalarType.Short)
            .narrow(0, 0, count)
            .view(x.sizes());
    Tensor kept = draws.ge(new Scalar(Short.MIN_VALUE + dropped)).to(x.dtype());
    return x.mul(kept.mul_(new Scalar((double) DRAWS / (DRAWS - dropped))));
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
    if (tensor.numel() == 0) {
      // It has no memory to read.
      return new float[0];
    }
    Tensor dense = tensor.detach().cpu().contiguous();
    FloatBuffer buffer = dense.createBuffer();
    float[] values = new float[Math.toIntExact(dense.numel())];
    buffer.get(values);
    return values;
  }

  /** The whole numbers of a tensor, row by row; waits for the device. */
  public static long[] toLongs(Tensor tensor) {
    Tensor dense = tensor.cpu().contiguous();
    LongBuffer buffer = dense.createBuffer();
    long[] values = new long[Math.toIntExact(dense.numel())];
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
