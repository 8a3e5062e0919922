package io.incrt.model.part;

import io.incrt.model.OnnxNodes;
import io.incrt.tensor.Parameter;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Which row of a table each run of numbers has. */
interface RunRows {

  /** The rows of the table. */
  int rows();

  /**
   * Finds the rows of all runs.
   *
   * @param sequences filled up with 0, [B, m]
   */
  Found in(Tensor sequences);

  /** Writes the search as nodes of an ONNX graph. */
  Nodes onnx(OnnxNodes graph, String sequences);

  /** What is stored of it besides sizes. */
  List<Parameter> parameters();

  /**
   * The runs in sequences of m numbers.
   *
   * @param numbers the row of each, [B, m·(lengths)]
   * @param real whether it has one, [B, m·(lengths)]
   */
  record Found(Tensor numbers, Tensor real) {

    static Found of(List<Tensor> numbers, List<Tensor> real) {
      return new Found(joined(numbers), joined(real));
    }

    /** What part of its record's mean each run is: 0 for those without a row. */
    Tensor shares() {
      Tensor counted = real.to(torch.ScalarType.Float);
      return counted.div(
          counted.sum(new long[] {1}, true, new ScalarTypeOptional()).clamp_min(new Scalar(1.0)));
    }

    private static Tensor joined(List<Tensor> parts) {
      TensorVector all = new TensorVector();
      parts.forEach(all::push_back);
      return torch.cat(all, 1);
    }
  }

  /** The same, as names in an ONNX graph. */
  record Nodes(String numbers, String real) {

    static Nodes of(OnnxNodes graph, List<String> numbers, List<String> real) {
      return new Nodes(
          graph.node("Concat", Map.of("axis", 1), numbers.toArray(String[]::new)),
          graph.node("Concat", Map.of("axis", 1), real.toArray(String[]::new)));
    }
  }
}
