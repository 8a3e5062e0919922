package io.incrt.serve.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Figures of the process: Java's, and the memory outside of it, where the models are. */
final class ProcessMetrics {

  private static final Path MEMORY = Path.of("/proc/self/statm");
  private static final int PAGE_BYTES = 4096;

  private ProcessMetrics() {}

  static void addTo(MeterRegistry registry) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    if (Files.isReadable(MEMORY)) {
      Gauge.builder("process.resident.memory", ProcessMetrics::residentBytes)
          .description("Memory of the process, that of the models included")
          .baseUnit("bytes")
          .register(registry);
    }
  }

  private static double residentBytes() {
    try {
      return Double.parseDouble(Files.readString(MEMORY).split(" ", -1)[1]) * PAGE_BYTES;
    } catch (IOException | RuntimeException e) {
      return Double.NaN;
    }
  }
}
