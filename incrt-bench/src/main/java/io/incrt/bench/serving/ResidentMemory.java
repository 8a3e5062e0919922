package io.incrt.bench.serving;

import io.incrt.base.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Looks at a process' memory every now and then, until it is asked what it saw. */
final class ResidentMemory {

  private static final long MILLIS = 500;

  private final Child process;
  private final List<Long> seen = new ArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread thread = new Thread(this::lookAll, "memory");

  private ResidentMemory(Child process) {
    this.process = process;
  }

  static ResidentMemory of(Child process) {
    ResidentMemory memory = new ResidentMemory(process);
    memory.look();
    memory.thread.setDaemon(true);
    memory.thread.start();
    return memory;
  }

  private void lookAll() {
    try {
      while (!over.await(MILLIS, TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void look() {
    process.resident().ifPresent(seen::add);
  }

  /** What was seen. */
  synchronized ServingResults.Memory end() {
    over.countDown();
    look();
    return of(seen);
  }

  /** The figures of sizes that were seen one after the other. */
  static ServingResults.Memory of(List<Long> seen) {
    if (seen.isEmpty()) {
      return new ServingResults.Memory(0, 0, 0, 0);
    }
    int count = seen.size();
    return new ServingResults.Memory(
        seen.get(0),
        median(seen.subList(count / 5, Math.max(count / 5 + 1, 2 * count / 5))),
        median(seen.subList(Math.min(count - 1, 4 * count / 5), count)),
        seen.stream().mapToLong(Long::longValue).max().orElseThrow());
  }

  private static long median(List<Long> sizes) {
    return (long) Statistics.median(sizes.stream().map(Long::doubleValue).toList());
  }
}
