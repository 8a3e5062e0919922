package io.incrt.bench.measure;

import java.util.function.LongSupplier;

/** A clock on which a millisecond passes each time it is read, so that times count readings. */
final class TickingClock implements LongSupplier {

  private long milliseconds;

  @Override
  public long getAsLong() {
    return 1_000_000L * milliseconds++;
  }
}
