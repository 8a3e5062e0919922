package io.incrt.model.part;

import io.incrt.model.OnnxNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * Every run of numbers has a row of a table; runs may share one. The row of the run t₀ … t_{l−1} is
 * (Σ_j t_j p_j + l q) mod R, with fixed primes p and q.
 *
 * @param rows R
 * @param shortest the numbers of the shortest runs
 * @param longest the numbers of the longest
 * @param gap how far the numbers of a run stand apart
 */
record HashedRuns(int rows, int shortest, int longest, int gap) {

  /** What numbers are multiplied with, by their place in a run; products stay below 2⁶³. */
  private static final long[] PRIMES = {
    1_000_000_007L, 1_640_531_527L, 1_299_709_283L, 1_073_807_359L, 1_500_450_271L, 1_811_939_329L
  };

  private static final long LENGTH_PRIME = 2_038_074_743L;

  /** The most numbers of a run. */
  static final int LONGEST = PRIMES.length;

  /**
   * The runs in sequences of m numbers.
   *
   * @param numbers the row of each, [B, m·(lengths)]
   * @param real whether it is one, or reaches beyond the end of its sequence, [B, m·(lengths)]
   */
  record Found(Tensor numbers, Tensor real) {}

  /**
   * Finds all runs.
   *
   * @param sequences filled up with 0, [B, m]
   */
  Found in(Tensor sequences) {
    long m = sequences.size(1);
    long reach = (long) (longest - 1) * gap;
    Tensor padded = torch.constant_pad_nd(sequences, new long[] {0, reach}, new Scalar(0));
    TensorVector numbers = new TensorVector();
    TensorVector real = new TensorVector();
    Tensor sum = sequences.mul(new Scalar(PRIMES[0]));
    for (int j = 1; j < longest; j++) {
      Tensor next = padded.narrow(1, (long) j * gap, m);
      sum = sum.add(next.mul(new Scalar(PRIMES[j])));
      if (j + 1 >= shortest) {
        numbers.push_back(
            sum.add(new Scalar((j + 1) * LENGTH_PRIME)).remainder(new Scalar((long) rows)));
        real.push_back(next.ne(new Scalar(0)));
      }
    }
    return new Found(torch.cat(numbers, 1), torch.cat(real, 1));
  }

  /** The same as {@link Found}, as names in an ONNX graph. */
  record Nodes(String numbers, String real) {}

  /** Writes the search as nodes of an ONNX graph. */
  Nodes onnx(OnnxNodes graph, String sequences) {
    String padded =
        graph.node("Pad", sequences, graph.integers(0, 0, 0, (long) (longest - 1) * gap));
    String length =
        graph.node("Slice", graph.node("Shape", sequences), graph.integers(1), graph.integers(2));
    List<String> numbers = new ArrayList<>();
    List<String> real = new ArrayList<>();
    String sum = graph.node("Mul", sequences, graph.integers(PRIMES[0]));
    for (int j = 1; j < longest; j++) {
      String from = graph.integers((long) j * gap);
      String next =
          graph.node("Slice", padded, from, graph.node("Add", length, from), graph.integers(1));
      sum = graph.node("Add", sum, graph.node("Mul", next, graph.integers(PRIMES[j])));
      if (j + 1 >= shortest) {
        numbers.add(
            graph.node(
                "Mod",
                graph.node("Add", sum, graph.integers((j + 1) * LENGTH_PRIME)),
                graph.integers(rows)));
        real.add(graph.node("Not", graph.node("Equal", next, graph.integers(0))));
      }
    }
    return new Nodes(
        graph.node("Concat", Map.of("axis", 1), numbers.toArray(String[]::new)),
        graph.node("Concat", Map.of("axis", 1), real.toArray(String[]::new)));
  }
}
