package io.incrt.onnx;

import io.incrt.data.tokens.OtherStrand;
import java.util.Arrays;
import java.util.Map;

/**
 * The tokens of the other strand as nodes: backwards within each record, each as its complement.
 */
final class StrandNodes {

  private StrandNodes() {}

  /** Writes the nodes and returns the name of the other strand's tokens. */
  static String write(OnnxGraph graph, String tokens, OtherStrand strand) {
    String zero = graph.integers(0);
    String real = graph.node("Not", graph.node("Equal", tokens, zero));
    String counts =
        graph.node(
            "ReduceSum",
            Map.of("keepdims", 1),
            graph.node("Cast", Map.of("to", OnnxGraph.INTEGER), real),
            graph.integers(1));
    String length =
        graph.node("Slice", graph.node("Shape", tokens), graph.integers(1), graph.integers(2));
    String ahead =
        graph.node("CumSum", graph.node("Expand", graph.integers(1), length), graph.integers(0));
    String from = graph.node("Max", graph.node("Sub", counts, ahead), zero);
    String backwards = graph.node("GatherElements", Map.of("axis", 1), tokens, from);
    String complements =
        graph.integers(Arrays.stream(strand.complements()).mapToLong(i -> i).toArray());
    return graph.node("Where", real, graph.node("Gather", complements, backwards), zero);
  }
}
