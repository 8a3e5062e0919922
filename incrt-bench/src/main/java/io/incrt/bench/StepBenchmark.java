package io.incrt.bench;

import io.incrt.network.Device;
import io.incrt.network.StepTimes;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What growing costs a training step, as a Markdown table. Not a JMH benchmark: the networks take
 * turns step by step, so that the ratios hold on a busy machine.
 */
public final class StepBenchmark {

  private StepBenchmark() {}

  /**
   * Takes the number of steps of each network to measure (70 where it is not given), the device
   * (cpu), and settings to change as KEY=VALUE.
   */
  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 70;
    Device device = args.length > 1 ? Device.valueOf(args[1].toUpperCase(Locale.ROOT)) : Device.CPU;
    Map<String, String> changes = new TreeMap<>();
    for (int i = 2; i < args.length; i++) {
      String[] pair = args[i].split("=", 2);
      changes.put(pair[0], pair[1]);
    }
    System.out.println(
        "| d | K | n | batch | grown, watched (ms) | grown, unwatched | fixed | watched / fixed |"
            + " gate and decisions |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    int[][] sizes = {
      {128, 4, 24, 32}, {128, 8, 64, 32}, {256, 32, 64, 32}, {256, 32, 128, 32}, {256, 32, 512, 8}
    };
    for (int[] size : sizes) {
      StepTimes.Medians found =
          StepTimes.measure(size[0], size[1], size[2], size[3], rounds, device, changes);
      System.out.printf(
          Locale.ROOT,
          "| %d | %d | %d | %d | %.1f | %.1f | %.1f | %.2f | %.1f %% |%n",
          size[0],
          size[1],
          size[2],
          size[3],
          found.watched(),
          found.unwatched(),
          found.fixed(),
          found.watched() / found.fixed(),
          100 * (found.watched() - found.unwatched()) / found.watched());
    }
  }
}
