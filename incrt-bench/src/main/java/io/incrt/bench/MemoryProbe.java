package io.incrt.bench;

import io.incrt.bench.measure.MachineCeilings;
import io.incrt.bench.measure.MeasuredSteps;
import io.incrt.bench.measure.Preset;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process that trains a few steps and prints what it held: resident bytes before (with everything
 * loaded and a tiny network trained), the peak, and how much of that the Java heap took.
 */
public final class MemoryProbe {

  private static final int MEGABYTE = 1 << 20;
  private static final int YOUNG_MEGABYTES = 64;

  private static final Path STATUS = Path.of("/proc/self/status");

  private MemoryProbe() {}

  /** Takes the preset, d, d_k, K, n, the tokens of a position, batch, rounds and threads. */
  public static void main(String[] args) throws IOException {
    Preset preset = Preset.valueOf(args[0]);
    int[] given = new int[args.length];
    for (int i = 1; i < given.length; i++) {
      given[i] = Integer.parseInt(args[i]);
    }
    MachineCeilings.threads(given[8]);
    MeasuredSteps.Size size =
        new MeasuredSteps.Size(preset, given[1], given[2], given[3], given[4], given[5], given[6]);
    train(new MeasuredSteps.Size(given[1], given[2], 1, 8, 1).of(preset), 2);
    fillYoungGeneration();
    long before = resident("VmRSS:");
    long heapBefore = heap();
    train(size, given[7]);
    System.out.printf(
        "{\"before\": %d, \"peak\": %d, \"heap\": %d}%n",
        before, resident("VmHWM:"), heap() - heapBefore);
  }

  /** Garbage fills it sooner or later, whatever is trained. */
  private static void fillYoungGeneration() {
    byte[] last = new byte[0];
    for (int i = 0; i < 2 * YOUNG_MEGABYTES; i++) {
      last = new byte[last.length / MEGABYTE + MEGABYTE];
    }
  }

  private static void train(MeasuredSteps.Size size, int rounds) {
    try (MeasuredSteps steps = new MeasuredSteps(size, MeasuredSteps.Heads.EVEN, true)) {
      for (int i = 0; i < rounds; i++) {
        steps.round();
      }
    }
  }

  /** The sum of what each part of the heap held at most: pages once touched stay resident. */
  private static long heap() {
    long sum = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      sum += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
    }
    return sum;
  }

  /** A figure of the system about this process in bytes; 0 where there is none. */
  private static long resident(String name) throws IOException {
    if (!Files.exists(STATUS)) {
      return 0;
    }
    return Files.readAllLines(STATUS).stream()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElse(0);
  }
}
