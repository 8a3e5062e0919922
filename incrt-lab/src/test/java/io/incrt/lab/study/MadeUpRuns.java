package io.incrt.lab.study;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Runs that were never trained, to see what is said of them. */
final class MadeUpRuns {

  private MadeUpRuns() {}

  /** A run with some test accuracy and as many heads of 16 dimensions in its layers. */
  static TrainedRun run(String name, long seed, double accuracy, Integer... heads) {
    return run(
        name,
        seed,
        accuracy,
        accuracy,
        Stream.of(heads).map(count -> Collections.nCopies(count, 16)).toList(),
        0,
        null);
  }

  /** A run that bore heads where the paper's formula predicts some, or has no prediction. */
  static TrainedRun grown(String name, int born, Double predicted) {
    return run(name, 1, 0.9, 0.9, List.of(List.of(16)), born, predicted);
  }

  /** A run whose validation and test accuracy differ. */
  static TrainedRun judged(String name, int heads, double validation, double accuracy) {
    return run(name, 1, validation, accuracy, List.of(Collections.nCopies(heads, 16)), 0, null);
  }

  private static TrainedRun run(
      String name,
      long seed,
      double validation,
      double accuracy,
      List<List<Integer>> heads,
      int born,
      Double predicted) {
    return new TrainedRun(
        name,
        seed,
        accuracy,
        accuracy,
        validation,
        heads,
        0,
        10,
        1e6,
        1,
        -1,
        born,
        0,
        1,
        predicted,
        null,
        null,
        List.of(),
        List.of());
  }
}
