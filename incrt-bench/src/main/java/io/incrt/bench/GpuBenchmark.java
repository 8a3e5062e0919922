package io.incrt.bench;

import io.incrt.base.Statistics;
import io.incrt.bench.measure.MeasuredSteps;
import io.incrt.bench.measure.MeasuredSteps.Heads;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Training steps on a GPU beside PyTorch's, in turns: blocks of steps that the host does not wait
 * for in between. A Markdown table.
 */
public final class GpuBenchmark {

  private static final int BLOCK = 20;

  private GpuBenchmark() {}

  /** Takes the number of rounds, and the Python and script of the peer. */
  public static void main(String[] args) throws IOException {
    int rounds = Integer.parseInt(args[0]);
    List<String> command = List.of(args[1], args[2], "--threads", "4", "--device", "cuda");
    try (Peer peer = Peer.start(command)) {
      System.out.println(
          "| d | d_k | K | n | batch | precision | step (ms) | watched, every step | watched, every"
              + " tenth | "
              + peer.name()
              + " | PyTorch / step | TFLOP/s |");
      System.out.println("|---|---|---|---|---|---|---|---|---|---|---|---|");
      for (String precision : List.of("FLOAT32", "BFLOAT16")) {
        for (Size size :
            List.of(
                new Size(256, 64, 8, 512, 32),
                new Size(256, 64, 32, 512, 32),
                new Size(256, 64, 96, 512, 64))) {
          measure(size, precision, rounds, peer);
        }
      }
    }
  }

  private static void measure(Size size, String precision, int rounds, Peer peer)
      throws IOException {
    Map<String, String> changes = new TreeMap<>();
    changes.put("training.precision", precision);
    changes.put("homeostat.checkEvery", "10");
    Map<String, String> always = new TreeMap<>(changes);
    Map<String, String> seldom = new TreeMap<>(always);
    seldom.put("homeostat.observeEvery", "10");
    RunSettings settings = Settings.with(RunSettings.geometry(), changes);
    double[][] times = new double[4][rounds];
    try (MeasuredSteps alone = new MeasuredSteps(size, Heads.EVEN, false, Device.CUDA, changes);
        MeasuredSteps watched = new MeasuredSteps(size, Heads.EVEN, true, Device.CUDA, always);
        MeasuredSteps tenth = new MeasuredSteps(size, Heads.EVEN, true, Device.CUDA, seldom)) {
      for (int round = -2; round < rounds; round++) {
        double[] now = {
          alone.block(BLOCK),
          watched.block(BLOCK),
          tenth.block(BLOCK),
          peer.block(size, BLOCK, settings)
        };
        for (int i = 0; i < now.length && round >= 0; i++) {
          times[i][round] = now[i];
        }
      }
    }
    double ours = Statistics.median(times[0]);
    double theirs = Statistics.median(times[3]);
    System.out.printf(
        Locale.ROOT,
        "| %d | %d | %d | %d | %d | %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.0f |%n",
        size.width(),
        size.keyDimensions(),
        size.heads(),
        size.length(),
        size.batch(),
        precision.toLowerCase(Locale.ROOT),
        ours,
        Statistics.median(times[1]),
        Statistics.median(times[2]),
        theirs,
        theirs / ours,
        Costs.flops(size) / ours / 1e9);
  }
}
