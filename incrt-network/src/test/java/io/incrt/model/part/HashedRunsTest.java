package io.incrt.model.part;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.tensor.Libtorch;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class HashedRunsTest {

  @BeforeAll
  static void load() {
    Libtorch.load();
  }

  @Test
  void hostAndDeviceFindTheSameRows() {
    Random random = new Random(5);
    for (int trial = 0; trial < 60; trial++) {
      int records = 1 + random.nextInt(4);
      int length = 1 + random.nextInt(9);
      int shortest = 2 + random.nextInt(3);
      RunSums sums = new RunSums(shortest, shortest + random.nextInt(3), 1 + random.nextInt(4));
      long[] tokens = new long[records * length];
      for (int i = 0; i < tokens.length; i++) {
        tokens[i] = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(1_000_000);
      }
      HashedRuns runs = new HashedRuns(1 + random.nextInt(1_000_000), sums);
      String setup = sums + " on " + records + " records of " + length;
      Libtorch.scoped(
          () -> {
            Tensor sequences = Tensor.create(tokens, records, length);
            RunRows.Found host = runs.in(sequences);
            RunRows.Found device = runs.onDevice(sequences);
            assertTrue(host.numbers().equal(device.numbers()), setup);
            assertTrue(host.real().equal(device.real()), setup);
            return null;
          });
    }
  }
}
