package io.incrt.bench.measure;

import io.incrt.base.Statistics;
import io.incrt.tensor.Libtorch;
import java.io.IOException;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** What this machine can do at most, by the library that does the work. */
public final class MachineCeilings {

  private MachineCeilings() {}

  /** Sets how many threads libtorch computes with. */
  public static void threads(int count) {
    Libtorch.useThreads(count);
  }

  /** The version of libtorch, then that of its Java bindings. */
  public static String libtorch() throws IOException {
    Libtorch.load();
    return Loader.getVersion("org.bytedeco", "pytorch");
  }

  /**
   * GFLOP/s of a product of float matrices, the median of the rounds.
   *
   * @param products how many at once, each [rows, inner] by [inner, columns]
   */
  public static double gemm(int products, int rows, int inner, int columns, int rounds) {
    Libtorch.load();
    return Libtorch.scoped(
        () ->
            Libtorch.inferring(
                () -> {
                  Tensor a =
                      products == 1 ? torch.randn(rows, inner) : torch.randn(products, rows, inner);
                  Tensor b =
                      products == 1
                          ? torch.randn(inner, columns)
                          : torch.randn(products, inner, columns);
                  double flops = 2.0 * products * rows * inner * columns;
                  return flops / 1e9 / seconds(() -> a.matmul(b).close(), rounds);
                }));
  }

  /** GB/s of adding two arrays into a third, larger than any cache, the median of the rounds. */
  public static double bandwidth(int megabytes, int rounds) {
    Libtorch.load();
    long numbers = megabytes * 1_000_000L / Float.BYTES;
    return Libtorch.scoped(
        () ->
            Libtorch.inferring(
                () -> {
                  Tensor a = torch.ones(numbers);
                  Tensor b = torch.ones(numbers);
                  Tensor c = torch.ones(numbers);
                  double bytes = 3.0 * numbers * Float.BYTES;
                  return bytes / 1e9 / seconds(() -> torch.add_out(c, a, b), rounds);
                }));
  }

  private static double seconds(Runnable work, int rounds) {
    double[] times = new double[rounds];
    for (int round = -2; round < rounds; round++) {
      long start = System.nanoTime();
      work.run();
      if (round >= 0) {
        times[round] = (System.nanoTime() - start) / 1e9;
      }
    }
    return Statistics.median(times);
  }
}
