package io.incrt.lite.network;

/**
 * The runs of numbers in a sequence, each with a sum that finds its row: Σ_j t_j p_j + l q for the
 * run t₀ … t_{l−1}, with fixed primes p and q.
 *
 * @param shortest the numbers of the shortest runs
 * @param longest the numbers of the longest
 * @param gap how far the numbers of a run stand apart
 */
record Runs(int shortest, int longest, int gap) {

  private static final long[] PRIMES = {
    1_000_000_007L, 1_640_531_527L, 1_299_709_283L, 1_073_807_359L, 1_500_450_271L, 1_811_939_329L
  };

  private static final long LENGTH_PRIME = 2_038_074_743L;

  /** Checks the numbers. */
  Runs {
    if (longest < 2 || longest > PRIMES.length) {
      throw new IllegalArgumentException(
          "runs can have 2 to " + PRIMES.length + " tokens, not " + longest);
    }
  }

  /** Takes runs. */
  @FunctionalInterface
  interface Receiver {
    /**
     * A run.
     *
     * @param sum what finds its row
     * @param from where it begins
     * @param length how many numbers it has
     */
    void accept(long sum, int from, int length);
  }

  /** Every run that ends within a sequence. */
  void in(int[] sequence, Receiver receiver) {
    for (int from = 0; from < sequence.length; from++) {
      long sum = 0;
      for (int j = 0; j < longest; j++) {
        long reach = from + (long) j * gap;
        if (reach >= sequence.length) {
          break;
        }
        int number = sequence[(int) reach];
        sum += number * PRIMES[j];
        // A number 0 fills sequences up: no run ends there.
        if (j + 1 >= shortest && number != 0) {
          receiver.accept(sum + (j + 1) * LENGTH_PRIME, from, j + 1);
        }
      }
    }
  }
}
