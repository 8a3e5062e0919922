package io.incrt.model.part;

import io.incrt.model.OnnxNodes;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The runs of numbers in sequences, and what they are hashed by: Σ_j t_j p_j + l q for the run t₀ …
 * t_{l−1}, with fixed primes p and q.
 *
 * @param shortest the numbers of the shortest runs
 * @param longest the numbers of the longest
 * @param gap how far the numbers of a run stand apart
 */
record RunSums(int shortest, int longest, int gap) {

  /** What numbers are multiplied with, by their place in a run; products stay below 2⁶³. */
  private static final long[] PRIMES = {
    1_000_000_007L, 1_640_531_527L, 1_299_709_283L, 1_073_807_359L, 1_500_450_271L, 1_811_939_329L
  };

  private static final long LENGTH_PRIME = 2_038_074_743L;

  /** The most numbers of a run. */
  static final int LONGEST = PRIMES.length;

  /**
   * The runs of one length, one that begins at each number of a sequence.
   *
   * @param sum what each is hashed by, [B, m]
   * @param numbers its numbers by their place, [B, m] each
   * @param real whether it ends within its sequence, [B, m]
   */
  record Runs<T>(T sum, List<T> numbers, T real) {}

  /** What one run is hashed by. */
  static long sum(int... run) {
    long sum = 0;
    for (int j = 0; j < run.length; j++) {
      sum += term(run[j], j);
    }
    return ended(sum, run.length);
  }

  /** What a number adds to the sum of a run, at its place in it. */
  static long term(long number, int place) {
    return number * PRIMES[place];
  }

  /** What a run is hashed by, of the terms of its numbers. */
  static long ended(long terms, int length) {
    return terms + length * LENGTH_PRIME;
  }

  /**
   * The runs of every length.
   *
   * @param sequences filled up with 0, [B, m]
   */
  List<Runs<Tensor>> in(Tensor sequences) {
    long m = sequences.size(1);
    long reach = (long) (longest - 1) * gap;
    Tensor padded = torch.constant_pad_nd(sequences, new long[] {0, reach}, new Scalar(0));
    List<Runs<Tensor>> runs = new ArrayList<>();
    List<Tensor> numbers = new ArrayList<>(List.of(sequences));
    Tensor sum = sequences.mul(new Scalar(PRIMES[0]));
    for (int j = 1; j < longest; j++) {
      Tensor next = padded.narrow(1, (long) j * gap, m);
      numbers.add(next);
      sum = sum.add(next.mul(new Scalar(PRIMES[j])));
      if (j + 1 >= shortest) {
        runs.add(
            new Runs<>(
                sum.add(new Scalar((j + 1) * LENGTH_PRIME)),
                List.copyOf(numbers),
                next.ne(new Scalar(0))));
      }
    }
    return runs;
  }

  /** The same as nodes of an ONNX graph. */
  List<Runs<String>> onnx(OnnxNodes graph, String sequences) {
    String padded =
        graph.node("Pad", sequences, graph.integers(0, 0, 0, (long) (longest - 1) * gap));
    String length =
        graph.node("Slice", graph.node("Shape", sequences), graph.integers(1), graph.integers(2));
    List<Runs<String>> runs = new ArrayList<>();
    List<String> numbers = new ArrayList<>(List.of(sequences));
    String sum = graph.node("Mul", sequences, graph.integers(PRIMES[0]));
    for (int j = 1; j < longest; j++) {
      String from = graph.integers((long) j * gap);
      String next =
          graph.node("Slice", padded, from, graph.node("Add", length, from), graph.integers(1));
      numbers.add(next);
      sum = graph.node("Add", sum, graph.node("Mul", next, graph.integers(PRIMES[j])));
      if (j + 1 >= shortest) {
        runs.add(
            new Runs<>(
                graph.node("Add", sum, graph.integers((j + 1) * LENGTH_PRIME)),
                List.copyOf(numbers),
                graph.node("Not", graph.node("Equal", next, graph.integers(0)))));
      }
    }
    return runs;
  }
}
