package io.incrt.cli.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The GPUs of this machine, of which each rank gets one. */
final class Gpus {

  private static final long PATIENCE_SECONDS = 20;

  private Gpus() {}

  /** As {@code CUDA_VISIBLE_DEVICES} names them; none where there is no driver. */
  static List<String> found() {
    String visible = System.getenv("CUDA_VISIBLE_DEVICES");
    if (visible != null) {
      return Arrays.stream(visible.split(","))
          .map(String::strip)
          .filter(n -> !n.isEmpty())
          .toList();
    }
    List<String> numbers = new ArrayList<>();
    try {
      Process process = new ProcessBuilder("nvidia-smi", "-L").start();
      try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
        while (lines.readLine() != null) {
          numbers.add(String.valueOf(numbers.size()));
        }
      }
      return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0
          ? numbers
          : List.of();
    } catch (IOException e) {
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }
}
